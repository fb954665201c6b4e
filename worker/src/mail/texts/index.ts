import { en, type MailTexts } from './en.js';
import { nl } from './nl.js';

export type { MailTexts };

/** What the owner reads about a lead, in the lead's language; English for a form that has none. */
export function mailTexts(language: 'ENG' | 'NL' | null): MailTexts {
  return language === 'NL' ? nl : en;
}
