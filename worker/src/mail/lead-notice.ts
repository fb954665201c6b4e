import type { Lead } from '@voordeur/contracts/db';
import {
  kindsToAnswer,
  labelledFields,
  languageName,
  type LeadFieldName,
  textLanguageOf,
} from '@voordeur/contracts/http';
import { builtInTexts, type Html, markup, promisedBy } from '@voordeur/server';
import { DateTime } from 'luxon';
import { colours } from './colours.js';
import type { MailContent } from './confirm-mail.js';
import { link, mailPage, note, paragraph } from './mail-page.js';
import type { MailSettings } from '../platform/mail-settings.js';
import { type MailTexts, mailTexts } from './texts/index.js';

/** A lead as its notice shows it. */
export type LeadToShow = Pick<
  Lead,
  | 'kind'
  | 'signupKind'
  | LeadFieldName
  | 'receivedAt'
  | 'visitMatch'
  | 'referrer'
  | 'utmSource'
  | 'utmCampaign'
> & {
  /** Pages that its visitor opened that day, in order; none where it isn't certain who that was. */
  pages: string[];
};

/** Tells the owner about a lead, in the lead's language. A visitor's text is only in the body, as plain text. */
export function leadNotice(
  lead: LeadToShow,
  settings: MailSettings,
  { canReply }: { canReply: boolean },
): MailContent {
  const { product, publicUrl } = settings;
  const { lang, leadNotice: texts } = mailTexts(textLanguageOf(lead.language));
  const heading = texts.subject[lead.kind](product);
  const fields = fieldsOf(lead, texts, settings);
  const leadsUrl = new URL('/admin/leads', publicUrl).href;
  return {
    subject: heading,
    headers: {},
    text: [
      heading,
      fields.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...(lead.idea === null ? [] : [`${texts.fields.idea}:\n${quote(lead.idea)}`]),
      ...(canReply ? [texts.reply] : []),
      `${texts.allLeads}: ${leadsUrl}\n`,
    ].join('\n\n'),
    html: mailPage({
      lang,
      product,
      heading,
      blocks: [
        ...fields.map(([label, value]) => paragraph(markup`<strong>${label}</strong><br>${value}`)),
        ...(lead.idea === null ? [] : [message(texts.fields.idea, lead.idea)]),
        ...(canReply ? [note(texts.reply)] : []),
        note(link(texts.allLeads, leadsUrl)),
      ],
    }),
  };
}

function fieldsOf(
  lead: LeadToShow,
  texts: MailTexts['leadNotice'],
  { daysOff = [], timeZone }: MailSettings,
): [string, string][] {
  const { fields, wishes } = texts;
  const language = textLanguageOf(lead.language);
  const receivedAt = DateTime.fromJSDate(lead.receivedAt, { zone: timeZone });
  const asks = kindsToAnswer.some((kind) => kind === lead.kind);
  const dueAt = DateTime.fromMillis(promisedBy(receivedAt.toMillis(), { daysOff, timeZone }), {
    zone: timeZone,
  });
  const minute = (time: DateTime) => `${time.toFormat('yyyy-MM-dd HH:mm')} (${timeZone})`;
  const all: [string, string | null][] = [
    [fields.email, lead.email],
    ...labelledFields(lead).map(([label, value]): [string, string | null] => [
      builtInTexts[language][label] ?? label,
      value,
    ]),
    [fields.wish, lead.signupKind && wishes[lead.signupKind]],
    [fields.language, lead.language && languageName(lead.language, language)],
    [fields.watched, lead.watchTime === null ? null : minutes(lead.watchTime)],
    [fields.receivedAt, minute(receivedAt)],
    [fields.answerBy, asks ? minute(dueAt) : null],
    [fields.source, lead.visitMatch === 'certain' ? sourceOf(lead, texts) : null],
    [fields.pages, lead.pages.length === 0 ? null : lead.pages.map(shorten).join(', ')],
  ];
  return all.flatMap(([label, value]) => (value === null ? [] : [[label, value.replace(lineEnds, ' ')]]));
}

/** The campaign, else the site that led here, else directly. */
function sourceOf(
  { utmSource, utmCampaign, referrer }: LeadToShow,
  { direct }: MailTexts['leadNotice'],
): string {
  const campaign = [utmSource, utmCampaign].filter((part) => part !== null).join(' / ');
  if (campaign !== '') return shorten(campaign);
  return referrer !== null && URL.canParse(referrer) ? new URL(referrer).host : direct;
}

/** Text from a stranger's browser may be of any length. */
function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Including Unicode's, which no form refuses and some mail programs break at. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Marked line by line, so that a message can't pass for part of the mail around it. */
function quote(text: string): string {
  return text
    .split(lineEnds)
    .map((line) => `> ${line}`)
    .join('\n');
}

function message(label: string, text: string): Html {
  // Not with white-space: pre-wrap, which some mail programs ignore.
  const lines = text.split(lineEnds).map((line) => markup`${line}<br>`);
  return markup`<p style="margin:0 0 4px"><strong>${label}</strong></p>
<div style="margin:0 0 16px;padding:12px 14px;border-left:3px solid ${colours.button};background:#faf7f0;word-break:break-word">
${lines}
</div>`;
}
