import { createIntl } from 'react-intl';
import { site } from '../config/site';
import type { Texts } from '../i18n/texts';
import { headTexts } from './page-head';
import type { Page } from './paths';

/** A page's own lines of `<head>`. */
export function renderHead(page: Page, texts: Texts, preloads: string[]): string {
  const { formatMessage } = createIntl({ locale: page.language, messages: texts });
  const { title, description } = headTexts[page.screen];
  return [
    `<title>${escapeHtml(formatMessage({ id: title }, { product: site.product }))}</title>`,
    `<meta name="description" content="${escapeHtml(formatMessage({ id: description }))}" />`,
    `<meta name="robots" content="${page.indexed ? 'index, follow' : 'noindex'}" />`,
    ...preloads.map(renderPreload),
  ].join('\n    ');
}

function renderPreload(file: string): string {
  return file.endsWith('.woff2')
    ? `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`
    : `<link rel="modulepreload" crossorigin href="/${file}" />`;
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
