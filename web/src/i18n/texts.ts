import type { SiteLanguage } from './language';
import {
  changedTexts,
  type ChangedTexts,
  setChangedTexts,
  type Texts,
  type TextsPart,
} from './texts-of-page';

import { type PackedTexts, unpackTexts } from './unpack-texts';

export type { Texts, TextsPart } from './texts-of-page';

const loaders: Record<TextsPart, Record<SiteLanguage, () => Promise<{ default: PackedTexts }>>> = {
  site: {
    en: () => import('virtual:texts/en/site'),
    nl: () => import('virtual:texts/nl/site'),
  },
  admin: {
    en: () => import('virtual:texts/en/admin'),
    nl: () => import('virtual:texts/nl/admin'),
  },
};

const loading = new Map<string, Promise<Texts>>();
let changes = 0;
const failed = new Set<string>();
const listeners = new Set<() => void>();

/** The wanted language unless its texts failed to load; then the other one. */
export function availableLanguage(wanted: SiteLanguage): SiteLanguage {
  if (!failed.has(nameOf(wanted, 'site'))) return wanted;
  return wanted === 'nl' ? 'en' : 'nl';
}

/**
 * Loads one part of one language, once, with what the owner changed. React's `use` takes the promise without a pause
 * when it was kept before: hydration and prerendering wait for it first, and then go through at one stroke.
 */
export function loadTexts(language: SiteLanguage, part: TextsPart): Promise<Texts> {
  const name = nameOf(language, part);
  const known = loading.get(name);
  if (known) return known;
  const texts = mergeTexts(language, part);
  loading.set(name, texts);
  return texts;
}

/** Applies the owner's changes to an open page; a text without one goes back to the built-in. */
export async function changeTexts(changed: ChangedTexts): Promise<void> {
  setChangedTexts(changed);
  const merged = await Promise.all(
    languages.flatMap((language) =>
      parts
        .filter((part) => loading.has(nameOf(language, part)))
        .map(async (part) => {
          const texts = mergeTexts(language, part);
          // In place only once it is here: nothing that is shown may be taken away to wait for it.
          await texts;
          return [nameOf(language, part), texts] as const;
        }),
    ),
  );
  for (const [name, texts] of merged) loading.set(name, texts);
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

const languages = ['en', 'nl'] as const;
const parts = ['site', 'admin'] as const;

function nameOf(language: SiteLanguage, part: TextsPart): string {
  return `${language}/${part}`;
}

function mergeTexts(language: SiteLanguage, part: TextsPart): Promise<Texts> {
  const texts = loaders[part][language]().then((module) => ({
    ...unpackTexts(module.default),
    ...changedTexts(language, part),
  }));
  // The fields by which React distinguishes a settled promise from a pending one.
  texts.then(
    (value) => Object.assign(texts, { status: 'fulfilled', value }),
    // It stays failed, as a chunk does: otherwise React would request a new promise again and again.
    (reason: unknown) => {
      failed.add(nameOf(language, part));
      return Object.assign(texts, { status: 'rejected', reason });
    },
  );
  return texts;
}
