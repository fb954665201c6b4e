import { en, type MailTexts } from './en.js';
import { nl } from './nl.js';

export type { MailTexts };

/**
 * The texts in a lead's language; English for a form that has none. They are typed code beside their templates
 * and not in contracts/messages: that catalogue goes into every page and is edited live by the owner, and a
 * browser must not be able to reach what this process mails.
 */
export function mailTexts(language: 'ENG' | 'NL' | null): MailTexts {
  return language === 'NL' ? nl : en;
}
