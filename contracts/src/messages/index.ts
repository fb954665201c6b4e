import type { TextLanguage } from './site-languages.js';
// As a namespace, so that the compiler's declarations name the JSON files rather than repeat them.
import * as catalogues from './catalogues.js';

/**
 * The built-in texts (ICU messages). The catalogues are nested, by screen, because that is the form in which
 * `GET /api/admin/translations` answers; a single text is named by its keys joined with dots, as in
 * `PUT /api/admin/translations` and in react-intl: `home.hero.lead`.
 */
export const messages: Record<TextLanguage, typeof catalogues.en> = Object.fromEntries(
  Object.entries(catalogues).map(([language, texts]) => [language, complete(texts, catalogues.en)]),
) as Record<TextLanguage, typeof catalogues.en>;

/** One language's catalogue, or the part of it that an owner changed. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

type DottedKey<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${DottedKey<Tree[Key]>}`;
}[keyof Tree & string];

/** Every text's dotted name. */
export type MessageKey = DottedKey<typeof catalogues.en>;

/** A catalogue with the English text for each that it lacks; `choose-languages.mjs` names those. */
function complete(texts: MessageTree, english: MessageTree): MessageTree {
  const all: MessageTree = {};
  for (const [key, text] of Object.entries(english)) {
    const own = texts[key];
    if (typeof text === 'string') all[key] = typeof own === 'string' ? own : text;
    else all[key] = complete(typeof own === 'object' ? own : {}, text);
  }
  return all;
}
