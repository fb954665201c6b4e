import { textLanguageOf } from '@voordeur/contracts/http';
import { markup, type VisitorText } from '@voordeur/server';
import type { MailSettings } from '../platform/mail-settings.js';
import type { MailContent } from './confirm-mail.js';
import { undoLink } from './links.js';
import { button, link, mailPage, note, paragraph } from './mail-page.js';

/** Tells a subscriber that somebody unsubscribed them, with a link for the case that it wasn't they. */
export function unsubscribedMail(
  { subscriberId, language }: { subscriberId: string; language: string },
  settings: MailSettings,
  text: VisitorText,
): MailContent {
  const { product } = settings;
  const url = undoLink(settings, language, subscriberId);
  const heading = text('mail.unsubscribed.heading');
  const intro = text('mail.unsubscribed.intro', { product });
  const wasYou = text('mail.unsubscribed.wasYou');
  const label = text('mail.unsubscribed.button');
  return {
    subject: text('mail.unsubscribed.subject', { product }),
    headers: {},
    text: `${heading}

${intro}

${wasYou}

${label}:
${url}

--
${product}
`,
    html: mailPage({
      lang: textLanguageOf(language),
      product,
      heading,
      blocks: [
        paragraph(intro),
        paragraph(wasYou),
        button(label, url),
        note(markup`${text('mail.confirm.pasteLink')}<br>${link(url, url)}`),
      ],
    }),
  };
}
