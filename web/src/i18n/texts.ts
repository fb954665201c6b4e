import type { TextLanguage } from '@voordeur/contracts/http';
import loaders from 'virtual:texts';
import type { CatalogueName } from './catalogues';
import { otherLanguagesThan } from './language';
import { changedTexts, type ChangedTexts, setChangedTexts, type Texts, unpackTexts } from './texts-of-page';

type Catalogue = `${TextLanguage}/${CatalogueName}`;

const loading = new Map<Catalogue, Promise<Texts>>();
const failed = new Set<Catalogue>();
const listeners = new Set<() => void>();
let changes = 0;

/** The wanted language unless its texts failed to load; then another one. */
export function availableLanguage(wanted: TextLanguage, name: CatalogueName): TextLanguage {
  const others = otherLanguagesThan(wanted);
  return [wanted, ...others].find((language) => !failed.has(`${language}/${name}`)) ?? wanted;
}

/**
 * Loads one catalogue of one language, once, with the owner's changes. React's `use` doesn't suspend on a promise that has
 * settled: hydration and prerendering wait for it first, then run in one go.
 */
export function loadTexts(language: TextLanguage, name: CatalogueName): Promise<Texts> {
  const catalogue: Catalogue = `${language}/${name}`;
  const texts = loading.get(catalogue) ?? mergeTexts(catalogue);
  loading.set(catalogue, texts);
  return texts;
}

/** Loads one catalogue of one language without the owner's changes. */
export async function loadBuiltInTexts(language: TextLanguage, name: CatalogueName): Promise<Texts> {
  return unpackTexts((await loaders[`${language}/${name}`]()).default);
}

/** Applies the owner's changes to an open page; a text without one goes back to the built-in. */
export async function changeTexts(changed: ChangedTexts): Promise<void> {
  setChangedTexts(changed);
  const merged = [...loading.keys()].map((catalogue) => [catalogue, mergeTexts(catalogue)] as const);
  // In place only once all are here: nothing that is shown may be taken away to wait for them.
  await Promise.all(merged.map(([, texts]) => texts));
  for (const [catalogue, texts] of merged) loading.set(catalogue, texts);
  changes += 1;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: counts how often the texts of an open page were changed. */
export const textChanges = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  count: () => changes,
  none: () => 0,
};

function mergeTexts(catalogue: Catalogue): Promise<Texts> {
  const [language, name] = catalogue.split('/') as [TextLanguage, CatalogueName];
  const builtIn = loadBuiltInTexts(language, name);
  const texts = builtIn.then((all) => ({ ...all, ...changedTexts(language, name) }));
  // The fields by which React distinguishes a settled promise from a pending one.
  texts.then(
    (value) => Object.assign(texts, { status: 'fulfilled', value }),
    // It stays failed, as a chunk does: otherwise React would request a new promise again and again.
    (reason: unknown) => {
      failed.add(catalogue);
      return Object.assign(texts, { status: 'rejected', reason });
    },
  );
  return texts;
}
