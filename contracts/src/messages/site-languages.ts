// Written by contracts/choose-languages.mjs from `languages` in site.config.json.

/** The languages that texts are built in for: those of this site, and the product's own. */
export type TextLanguage = 'en' | 'nl';

/** The languages of this site, the default first. */
export const textLanguages: readonly TextLanguage[] = ['en', 'nl'];

/** The name of each in itself. `Intl` takes 40 to 120 ms for its first answer on a page (two slow cores). */
export const ownNames: Readonly<Record<TextLanguage, string>> = {
  en: 'English',
  nl: 'Nederlands',
};
