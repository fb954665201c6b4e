import {
  flattenTexts,
  perLanguage,
  type TextLanguage,
  textLanguages,
  type TranslationsAnswer,
} from '@voordeur/contracts/http';

interface RowText {
  text: string;
  builtIn: string;
}

export interface Row extends Record<TextLanguage, RowText> {
  key: string;
}

export interface Wanted {
  /** Part of a key, of a text or of its built-in one, case-insensitive. */
  search: string;
  /** The languages searched. */
  languages: readonly TextLanguage[];
  /** Only texts that differ from the built-in ones. */
  changedOnly: boolean;
  /** Only texts that were left behind in a language. */
  toTranslateOnly: boolean;
}

/** One row per key, in the order of the screens. */
export function rowsOf(current: TranslationsAnswer, unchanged: TranslationsAnswer): Row[] {
  const texts = perLanguage((language) => flattenTexts(current[language]));
  const builtIn = perLanguage((language) => flattenTexts(unchanged[language]));
  return Object.keys(texts.en).map((key) => ({ key, ...perLanguage((language) => textOf(language, key)) }));

  function textOf(language: TextLanguage, key: string): RowText {
    const text = texts[language][key] ?? '';
    return { text, builtIn: builtIn[language][key] ?? text };
  }
}

export function isChanged(row: Row, language: TextLanguage): boolean {
  return row[language].text !== row[language].builtIn;
}

/** Whether a language lacks a text: it says nothing, or still has the built-in one where another was changed. */
export function isLeftBehind(row: Row, language: TextLanguage): boolean {
  if (row[language].text.trim() === '') return true;
  return !isChanged(row, language) && textLanguages.some((other) => isChanged(row, other));
}

/** The languages that an edit of this one would leave behind: they say the built-in text. */
export function leftBehindBy(row: Row, language: TextLanguage): TextLanguage[] {
  return textLanguages.filter((other) => other !== language && !isChanged(row, other));
}

export function findRows(rows: Row[], { search, languages, changedOnly, toTranslateOnly }: Wanted): Row[] {
  const sought = search.trim();
  return rows.filter(
    (row) =>
      (!changedOnly || languages.some((language) => isChanged(row, language))) &&
      (!toTranslateOnly || languages.some((language) => isLeftBehind(row, language))) &&
      (plain(row.key).includes(plain(sought)) ||
        languages.some((language) => mentions(row[language], sought))),
  );
}

/** Whether a text has these words. One that was found by its built-in words and changed is still found by them. */
export function mentions({ text, builtIn }: RowText, sought: string): boolean {
  return [text, builtIn].some((words) => plain(words).includes(plain(sought)));
}

/** Nobody types a space that doesn't break. */
const plain = (text: string) => text.toLowerCase().replaceAll('\u00a0', ' ');
