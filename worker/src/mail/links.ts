import {
  defaultLanguage,
  localPath,
  meetingPath,
  type TextLanguage,
  textLanguageOf,
} from '@voordeur/contracts/http';
import { signLinkToken } from '@voordeur/server';
import type { MailSettings } from '../platform/mail-settings.js';

type LinkSettings = Pick<MailSettings, 'linkSecret' | 'publicUrl'>;
/** As the form said it. */
type MailLanguage = string | null;

/** The page whose button confirms a subscriber. Opening it confirms nothing, because mail scanners open every link. */
export function confirmLink(settings: LinkSettings, language: MailLanguage, subscriberId: string): string {
  const token = signLinkToken(settings.linkSecret, 'confirm-tokens', subscriberId);
  return linkTo(settings, localPath(textLanguageOf(language), '/confirm'), token);
}

/** The same page for a subscriber whom somebody else unsubscribed: its button undoes that. */
export function undoLink(settings: LinkSettings, language: MailLanguage, subscriberId: string): string {
  const token = signLinkToken(settings.linkSecret, 'undo-tokens', subscriberId);
  return `${linkTo(settings, localPath(textLanguageOf(language), '/confirm'), token)}&undo=1`;
}

/** The page on which a meeting is moved or cancelled. */
export function meetingLink(settings: LinkSettings, language: TextLanguage, meetingId: string): string {
  const token = signLinkToken(settings.linkSecret, 'meeting-tokens', meetingId);
  return new URL(meetingPath(token, language), settings.publicUrl).href;
}

/** The page whose button unsubscribes the address of this lead. */
export function unsubscribeLink(settings: LinkSettings, language: MailLanguage, leadId: string): string {
  const token = signLinkToken(settings.linkSecret, 'unsubscribe-tokens', leadId);
  return linkTo(settings, localPath(textLanguageOf(language), '/unsubscribe'), token);
}

/** The headers behind a mail program's own unsubscribe button (RFC 2369); one-click (RFC 8058) needs https. */
export function unsubscribeHeaders(
  settings: LinkSettings,
  language: MailLanguage,
  leadId: string,
): Record<string, string> {
  const token = signLinkToken(settings.linkSecret, 'unsubscribe-tokens', leadId);
  // The language is for programs without one-click, which open this in a browser; it redirects to the page.
  const isDefault = textLanguageOf(language) === defaultLanguage;
  const url = `${linkTo(settings, '/api/unsubscribe', token)}${isDefault ? '' : `&language=${language}`}`;
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

function linkTo({ publicUrl }: LinkSettings, path: string, token: string): string {
  return new URL(`${path}?token=${token}`, publicUrl).href;
}
