import { localeOf, textLanguages } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { createIntl, type IntlShape } from 'react-intl';
import { screenHeads } from '../admin/screens';
import { site } from '../config/site';
import { loadTexts } from '../i18n/texts';
import { escapeHtml, renderPreload } from '../site/render-head';
import { fillTemplate, renderTexts } from '../site/render-page';

/** The admin's one page: its head, the owner's changed texts, and a sentence for when its script doesn't run or doesn't start. */
export async function renderAdmin(template: string, preloads: string[]): Promise<string> {
  const intls = await Promise.all(
    textLanguages.map(async (language) => {
      const messages = await loadTexts(language, 'admin');
      return createIntl({ locale: localeOf(language), messages });
    }),
  );
  const [words] = intls;
  if (!words) throw new Error('The site has no language');
  const [titleKey, descriptionKey] = screenHeads.home;
  const title = words.formatMessage({ id: titleKey }, { product: site.product });
  const description = words.formatMessage({ id: descriptionKey });
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...preloads.map(renderPreload),
  ];
  const inEach = (show: (words: IntlShape) => string) =>
    intls.map((intl, index) => `<p lang="${textLanguages[index]}">${show(intl)}</p>`).join('');
  const say = (intl: IntlShape, id: MessageKey) => escapeHtml(intl.formatMessage({ id }));
  const withoutScript = inEach((intl) => say(intl, 'admin.noScript'));
  const notStarted = inEach(
    (intl) =>
      `${say(intl, 'load.failedTitle')} <a href="" class="text-lamp underline">${say(intl, 'load.retry')}</a>`,
  );
  return fillTemplate(template, {
    head: head.join('\n    ') + renderTexts(textLanguages, 'admin'),
    page: `<noscript>${withoutScript}</noscript><div class="not-started">${notStarted}</div>`,
  });
}
