import type { Lead } from '@voordeur/contracts/db';
import { textLanguageOf } from '@voordeur/contracts/http';
import { confirmWithinDays } from '@voordeur/contracts/jobs';
import { markup, type VisitorText } from '@voordeur/server';
import { confirmLink, unsubscribeHeaders, unsubscribeLink } from './links.js';
import { button, link, mailPage, note, paragraph } from './mail-page.js';
import type { MailSettings } from '../platform/mail-settings.js';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

interface WhoToConfirm {
  subscriberId: string;
  leadId: string;
  language: Lead['language'];
}

/** Asks the person who signed up for the newsletter to confirm. Contains only our own words and links, nothing they typed. */
export function confirmMail(
  { subscriberId, leadId, language }: WhoToConfirm,
  settings: MailSettings,
  text: VisitorText,
): MailContent {
  const { product } = settings;
  const confirmUrl = confirmLink(settings, language, subscriberId);
  const unsubscribeUrl = unsubscribeLink(settings, language, leadId);
  const heading = text('mail.confirm.heading');
  const intro = text('mail.confirm.intro', { product });
  const label = text('mail.confirm.button');
  const expires = text('mail.confirm.expires', { days: confirmWithinDays });
  const notYou = text('mail.confirm.notYou');
  const unsubscribe = text('mail.confirm.unsubscribe');
  const unsubscribeLabel = text('mail.confirm.unsubscribeLink');
  return {
    subject: text('mail.confirm.subject', { product }),
    headers: unsubscribeHeaders(settings, language, leadId),
    text: `${heading}

${intro}

${label}:
${confirmUrl}

${expires}

${notYou}

--
${product}
${unsubscribe} ${unsubscribeLabel}:
${unsubscribeUrl}
`,
    html: mailPage({
      lang: textLanguageOf(language),
      product,
      heading,
      blocks: [
        paragraph(intro),
        button(label, confirmUrl),
        note(markup`${text('mail.confirm.pasteLink')}<br>${link(confirmUrl, confirmUrl)}<br>${expires}`),
        note(notYou),
        note(markup`${unsubscribe} ${link(unsubscribeLabel, unsubscribeUrl)}`),
      ],
    }),
  };
}
