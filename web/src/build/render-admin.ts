import { localeOf, textLanguages } from '@voordeur/contracts/http';
import { createIntl } from 'react-intl';
import { screenHeads } from '../admin/screens';
import { site } from '../config/site';
import { loadTexts } from '../i18n/texts';
import { escapeHtml, renderPreload } from '../site/render-head';
import { fillTemplate, renderTexts } from '../site/render-page';

/** The admin's one page: its head, the owner's changed texts, and a sentence for browsers that run no script. */
export async function renderAdmin(template: string, preloads: string[]): Promise<string> {
  const [words = null, ...others] = await Promise.all(
    textLanguages.map(async (language) => {
      const messages = await loadTexts(language, 'admin');
      return createIntl({ locale: localeOf(language), messages });
    }),
  );
  if (!words) throw new Error('The site has no language');
  const [titleKey, descriptionKey] = screenHeads.home;
  const title = words.formatMessage({ id: titleKey }, { product: site.product });
  const description = words.formatMessage({ id: descriptionKey });
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...preloads.map(renderPreload),
  ];
  const withoutScript = [words, ...others].map(
    ({ formatMessage }, index) =>
      `<p lang="${textLanguages[index]}">${escapeHtml(formatMessage({ id: 'admin.noScript' }))}</p>`,
  );
  return fillTemplate(template, {
    head: head.join('\n    ') + renderTexts(textLanguages, 'admin'),
    page: withoutScript.join(''),
  });
}
