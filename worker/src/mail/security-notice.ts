import type { SecurityEvent } from '@voordeur/contracts/db';
import { markup } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { MailContent } from './confirm-mail.js';
import { button, mailPage, note, paragraph } from './mail-page.js';
import { mailTexts } from './texts/index.js';
import type { MailSettings } from '../platform/mail-settings.js';

export type EventToReport = Pick<SecurityEvent, 'kind' | 'occurredAt' | 'network' | 'browser'>;

/** Tells the owner who got into the admin area or tried to, or which access setting has changed. */
export function securityNotice(
  { kind, occurredAt, network, browser }: EventToReport,
  { product, publicUrl, timeZone, ownerLanguage }: MailSettings,
): MailContent {
  const { lang, securityNotice: texts } = mailTexts(ownerLanguage);
  const { subject, what } = texts.events[kind];
  const heading = subject(product);
  const when = `${DateTime.fromJSDate(occurredAt, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm')} (${timeZone})`;
  const known: [string, string | null][] = [
    [texts.when, when],
    [texts.network, network],
    [texts.browser, browser],
  ];
  const fields = known.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
  const securityUrl = new URL('/admin/security', publicUrl).href;
  return {
    subject: heading,
    headers: {},
    text: [
      heading,
      what,
      fields.map(([label, value]) => `${label}: ${value}`).join('\n'),
      texts.notYou,
      `${texts.button}: ${securityUrl}\n`,
    ].join('\n\n'),
    html: mailPage({
      lang,
      product,
      heading,
      blocks: [
        paragraph(what),
        ...fields.map(([label, value]) => paragraph(markup`<strong>${label}</strong><br>${value}`)),
        button(texts.button, securityUrl),
        note(texts.notYou),
      ],
    }),
  };
}
