import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { SiteLanguage } from './language';
import { changedTexts } from './texts-of-page';

/** Parsed messages by dotted key. Those of a part that a tree does not use may be absent. */
export type Texts = Record<MessageKey, MessageFormatElement[]>;
/** What a visitor reads, and what only the owner reads. */
export type TextsPart = 'site' | 'admin';

const loaders: Record<TextsPart, Record<SiteLanguage, () => Promise<{ default: Texts }>>> = {
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

const failed = new Set<string>();

/** The wanted language unless its texts failed to load; then the other one. */
export function languageAtHand(wanted: SiteLanguage): SiteLanguage {
  if (!failed.has(`${wanted}/site`)) return wanted;
  return wanted === 'nl' ? 'en' : 'nl';
}

/**
 * Loads one part of one language, once, with what the owner had changed when the page was rendered. React's `use`
 * takes the promise without a pause when it was kept before: hydration and prerendering wait for it first, and then go
 * through at one stroke.
 */
export function loadTexts(language: SiteLanguage, part: TextsPart): Promise<Texts> {
  const name = `${language}/${part}`;
  const known = loading.get(name);
  if (known) return known;
  const texts = loaders[part][language]().then((module) => ({
    ...module.default,
    ...changedTexts(language, part),
  }));
  texts.then(
    // The fields by which React tells a kept promise from a waiting one.
    (value) => Object.assign(texts, { status: 'fulfilled', value }),
    // It stays failed, as a chunk does: React would ask for a new promise again and again.
    (reason: unknown) => {
      failed.add(name);
      return Object.assign(texts, { status: 'rejected', reason });
    },
  );
  loading.set(name, texts);
  return texts;
}
