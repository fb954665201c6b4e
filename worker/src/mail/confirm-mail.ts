import { confirmWithinDays } from '@voordeur/contracts/jobs';
import { markup } from './html.js';
import { confirmLink, unsubscribeHeaders, unsubscribeLink } from './links.js';
import { button, link, mailPage, note, paragraph } from './mail-page.js';
import type { MailSettings } from '../platform/mail-settings.js';
import { mailTexts } from './texts/index.js';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

interface WhoToConfirm {
  subscriberId: string;
  leadId: string;
  language: 'ENG' | 'NL' | null;
}

/** Asks the person who signed up for the newsletter to confirm. Contains only our own words and links, nothing they typed. */
export function confirmMail(
  { subscriberId, leadId, language }: WhoToConfirm,
  settings: MailSettings,
): MailContent {
  const { lang, confirm: texts } = mailTexts(language);
  const { product } = settings;
  const confirmUrl = confirmLink(settings, language, subscriberId);
  const unsubscribeUrl = unsubscribeLink(settings, language, leadId);
  const expires = texts.expires(confirmWithinDays);
  return {
    subject: texts.subject(product),
    headers: unsubscribeHeaders(settings, language, leadId),
    text: `${texts.heading}

${texts.intro(product)}

${texts.button}:
${confirmUrl}

${expires}

${texts.notYou}

--
${product}
${texts.unsubscribe} ${texts.unsubscribeLink}:
${unsubscribeUrl}
`,
    html: mailPage({
      lang,
      product,
      heading: texts.heading,
      blocks: [
        paragraph(texts.intro(product)),
        button(texts.button, confirmUrl),
        note(markup`${texts.pasteLink}<br>${link(confirmUrl, confirmUrl)}<br>${expires}`),
        note(texts.notYou),
        note(markup`${texts.unsubscribe} ${link(texts.unsubscribeLink, unsubscribeUrl)}`),
      ],
    }),
  };
}
