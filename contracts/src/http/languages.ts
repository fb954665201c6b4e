import { type TextLanguage, textLanguages } from '../messages/site-languages.js';

export { ownNames, type TextLanguage, textLanguages } from '../messages/site-languages.js';

/** The fallback where another language lacks something. Its paths have no prefix. */
export const defaultLanguage: TextLanguage = 'en';

/** A language's code in request and response bodies: `ENG`, as the spec has it, and for all others ISO 639-1 in capitals. */
export type Language = { [Code in TextLanguage]: Code extends 'en' ? 'ENG' : Uppercase<Code> }[TextLanguage];

export function wireLanguageOf(language: TextLanguage): Language {
  return (language === 'en' ? 'ENG' : language.toUpperCase()) as Language;
}

/** Languages a body may name. Pure, so that pages that don't use it don't carry it, as below. */
export const languages: readonly Language[] = /* @__PURE__ */ textLanguages.map(wireLanguageOf);

/** The language that somebody is spoken to in; the default for a body without one, and for one that this site no longer has. */
export function textLanguageOf(wireLanguage: string | null | undefined): TextLanguage {
  return textLanguages.find((language) => wireLanguageOf(language) === wireLanguage) ?? defaultLanguage;
}

/** One of these in either case, or an empty string. */
export const languageOrEmpty = /* @__PURE__ */ inEitherCase(`^(${/* @__PURE__ */ languages.join('|')})?$`);

function inEitherCase(pattern: string): string {
  return pattern.replace(/[A-Z]/g, (letter) => `[${letter.toLowerCase()}${letter}]`);
}

/** One value for each language of the site, and none for a built-in one that the site doesn't have. */
export function perLanguage<Value>(valueOf: (language: TextLanguage) => Value): Record<TextLanguage, Value> {
  return Object.fromEntries(textLanguages.map((language) => [language, valueOf(language)])) as Record<
    TextLanguage,
    Value
  >;
}

/** First words of paths that aren't the English ones. */
const localWords: Partial<Record<TextLanguage, Record<string, string>>> = {
  nl: { '/unsubscribe': '/afmelden', '/confirm': '/bevestigen', '/work': '/werk' },
};

const firstStep = /^\/[^/]*/;

/** A page's path in a language, from its path in English: `/nl/afmelden` from `/unsubscribe`, `/nl` from `/`. */
export function localPath(language: TextLanguage, path: string): string {
  if (language === defaultLanguage) return path;
  return `/${language}${path === '/' ? '' : path.replace(firstStep, (step) => localWords[language]?.[step] ?? step)}`;
}

/** The reverse: the language of a path, and the path that its page has in English. */
export function readLocalPath(path: string): { language: TextLanguage; path: string } {
  const language = textLanguages.find((other) => other !== defaultLanguage && path.split('/')[1] === other);
  if (language === undefined) return { language: defaultLanguage, path };
  // Strips all slashes after it too: a path that begins with two names another host.
  const own = path.replace(/^\/[a-z]+\/*/, '/');
  const words = Object.entries(localWords[language] ?? {});
  const inEnglish = (step: string) => words.find(([, word]) => word === step)?.[0] ?? step;
  return { language, path: own.replace(firstStep, inEnglish) };
}

/** The name of a language in another: `nl` is "Dutch" in `en`. `code` is either a text's or a body's. */
export function languageName(code: string, inLanguage: TextLanguage): string {
  const isoCode = code === 'ENG' ? 'en' : code.toLowerCase();
  return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(isoCode) ?? code;
}

/** With the country whose way of writing dates and numbers is meant, as a BCP 47 tag: Britain's for English. */
export function localeOf(language: TextLanguage): string {
  return language === 'en' ? 'en-GB' : `${language}-${new Intl.Locale(language).maximize().region ?? ''}`;
}
