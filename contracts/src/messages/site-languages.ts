// Written by contracts/choose-languages.mjs from `languages` in site.config.json.

/** The languages that texts are built in for: those of this site, and the product's own. */
export type TextLanguage = 'en' | 'nl';

/** The languages of this site, the default first. */
export const textLanguages: readonly TextLanguage[] = ['en', 'nl'];

/** The name of each in itself. Asked of `Intl` on a page, the first answer takes a phone 40 to 120 ms. */
export const ownNames: Readonly<Record<TextLanguage, string>> = {
  en: 'English',
  nl: 'Nederlands',
};
