import type { MailSettings } from '../platform/mail-settings.js';
import type { MailContent } from './confirm-mail.js';
import { button, mailPage, paragraph } from './mail-page.js';
import { mailTexts } from './texts/index.js';

/** The letter that the owner has sent to herself, to see that mail arrives. */
export function testMail({ product, publicUrl, ownerLanguage }: MailSettings): MailContent {
  const { lang, testMail: texts } = mailTexts(ownerLanguage);
  const heading = texts.subject(product);
  const mailUrl = new URL('/admin/mail', publicUrl).href;
  return {
    subject: heading,
    headers: {},
    text: [heading, texts.why, `${texts.button}: ${mailUrl}\n`].join('\n\n'),
    html: mailPage({ lang, product, heading, blocks: [paragraph(texts.why), button(texts.button, mailUrl)] }),
  };
}
