import { type TextLanguage, textLanguages } from '@voordeur/contracts/http';
import { en, type MailTexts } from './en.js';

export type { MailTexts };

const textsOf = new Map<TextLanguage, MailTexts>();
for (const language of textLanguages) {
  const texts = (await import(`./${language}.js`)) as Record<string, MailTexts>;
  textsOf.set(language, texts[language] ?? en);
}

/** Texts of the owner's mails and of the pushes to her devices, in a language of this site. */
export function mailTexts(language: TextLanguage): MailTexts {
  return textsOf.get(language) ?? en;
}
