import { flattenTexts, type TextLanguage, type TranslationsAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';

export interface RowText {
  text: string;
  builtIn: string;
}

export interface Row extends Record<TextLanguage, RowText> {
  key: string;
}

export interface Wanted {
  /** Part of a key or text, case-insensitive. */
  search: string;
  /** The languages searched. */
  languages: readonly TextLanguage[];
  /** Only texts that differ from the built-in ones. */
  changedOnly: boolean;
}

const builtIn = { en: flattenTexts(messages.en), nl: flattenTexts(messages.nl) };

/** One row per key, in the order of the screens. */
export function rowsOf({ en, nl }: TranslationsAnswer): Row[] {
  const texts = { en: flattenTexts(en), nl: flattenTexts(nl) };
  return Object.keys(texts.en).map((key) => ({ key, en: textOf('en', key), nl: textOf('nl', key) }));

  function textOf(language: TextLanguage, key: string): RowText {
    const text = texts[language][key] ?? '';
    return { text, builtIn: builtIn[language][key] ?? text };
  }
}

export function isChanged({ text, builtIn: own }: RowText): boolean {
  return text !== own;
}

export function findRows(rows: Row[], { search, languages, changedOnly }: Wanted): Row[] {
  const sought = search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (!changedOnly || languages.some((language) => isChanged(row[language]))) &&
      (row.key.toLowerCase().includes(sought) ||
        languages.some((language) => row[language].text.toLowerCase().includes(sought))),
  );
}
