import type { MailSettings } from '../platform/mail-settings.js';
import type { MailContent } from './confirm-mail.js';
import { button, mailPage, paragraph } from './mail-page.js';
import { mailTexts } from './texts/index.js';

/** Tells the owner how many leads came in beyond those that she got a notice of. */
export function leadSummary(leads: number, { product, publicUrl, ownerLanguage }: MailSettings): MailContent {
  const { lang, leadSummary: texts } = mailTexts(ownerLanguage);
  const heading = texts.subject(product, leads, leads.toLocaleString(lang));
  const leadsUrl = new URL('/admin/leads', publicUrl).href;
  return {
    subject: heading,
    headers: {},
    text: [heading, texts.why, `${texts.button}: ${leadsUrl}\n`].join('\n\n'),
    html: mailPage({
      lang,
      product,
      heading,
      blocks: [paragraph(texts.why), button(texts.button, leadsUrl)],
    }),
  };
}
