import { flattenTexts, type TextLanguage } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';

/** By language and dotted key. */
export type Texts = Record<TextLanguage, Record<string, string>>;

/** What the site says where the owner has changed nothing. */
export const builtInTexts: Texts = { en: flattenTexts(messages.en), nl: flattenTexts(messages.nl) };

export function hasText(language: TextLanguage, key: string): boolean {
  return Object.hasOwn(builtInTexts[language], key);
}
