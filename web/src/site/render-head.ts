import { createHash } from 'node:crypto';
import { type Company, inLanguage, localeOf, type TextLanguage } from '@voordeur/contracts/http';
import { createIntl } from 'react-intl';
import { colourFile, colourSheet } from '../config/colours';
import { iconOf, ownMark } from '../config/icons';
import { site } from '../config/site';
import { calendarConsentScript } from './booking/calendar-host';
import { calendarHost, isOwnCalendar } from '../config/calendar';
import { frameSources } from './frame-sources';
import type { Texts } from '../i18n/texts-of-page';
import { headOf } from './pages/page-head';
import { type HeadTexts, linksOf, openGraphOf, type PageLink, sharePictureOf } from './pages/page-links';
import { canonicalOf, type Page } from './pages/paths';

interface Options {
  /** Fonts and scripts that the page will need. */
  preloads: string[];
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
}

/** A page's own lines of `<head>`. */
export function renderHead(page: Page, texts: Texts, { preloads, publicUrl }: Options): string {
  const onError = (error: Error) => {
    throw error;
  };
  const { formatMessage } = createIntl({ locale: localeOf(page.language), messages: texts, onError });
  const { title, description, robots } = headOf(page, (id, values) => formatMessage({ id }, values));
  const words = { title, description, publicUrl };
  return [
    renderFramePolicy(frameSources(site)),
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('name', 'robots', robots),
    ...linksOf(page, publicUrl).map(renderLink),
    ...openGraphOf(page, words).map(([name, content]) => meta('property', name, content)),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(page.indexed ? [renderJsonLd(page, words)] : []),
    ...preloads.map(renderPreload),
    ...renderColours(),
    ...renderIcons('site'),
    ...(page.screen === 'booking' && !isOwnCalendar()
      ? [`<script data-host="${escapeHtml(calendarHost())}">${calendarConsentScript()}</script>`]
      : []),
  ].join('\n    ');
}

/**
 * Narrows the policy that nginx sends with each page (build/page-policy.ts) to the frames that this page may show: what
 * both allow is allowed. First in the head, because it holds for what comes after it.
 */
export function renderFramePolicy(sources: string[]): string {
  return meta('http-equiv', 'Content-Security-Policy', `frame-src ${sources.join(' ')}`);
}

/**
 * The owner's colours: a file, because the policy allows no styles in a page. Its name stays, so that a page that is a
 * moment older than the file gets colours all the same; browsers keep it by the query.
 */
function renderColours(): string[] {
  const sheet = colourSheet(site.colours);
  if (sheet === '') return [];
  const version = createHash('sha256').update(sheet).digest('hex').slice(0, 8);
  return [`<link rel="stylesheet" href="/${colourFile}?${version}" />`];
}

/** The icons of tabs and phones, of the owner's mark if there's one, and the manifest of one of the two products. */
export function renderIcons(product: 'site' | 'admin'): string[] {
  const hash = ownMark();
  // Browsers keep a manifest, and a new mark is to be in the next installation.
  const manifest = `<link rel="manifest" href="/${product}.webmanifest${hash === null ? '' : `?${hash.slice(0, 8)}`}" />`;
  const tabs =
    hash === null
      ? [
          '<link rel="icon" href="/favicon.ico" sizes="32x32" />',
          '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
        ]
      : ([32, 192] as const).map(
          (size) => `<link rel="icon" href="${iconOf(size)}" type="image/png" sizes="${size}x${size}" />`,
        );
  return [...tabs, `<link rel="apple-touch-icon" href="${iconOf(180)}" />`, manifest];
}

function renderJsonLd(page: Page, { title, description, publicUrl }: HeadTexts): string {
  const { person, company } = site;
  const business = {
    '@type': 'ProfessionalService',
    '@id': `${publicUrl}/#business`,
    name: site.product,
    url: `${publicUrl}/`,
    email: site.email,
    image: publicUrl + sharePictureOf({ screen: 'home', language: page.language }),
    ...(person && { founder: { '@type': 'Person', name: person.name } }),
    ...(company && describeCompany(company, page.language)),
    ...(site.social && { sameAs: Object.values(inLanguage(site.social, page.language)) }),
  };
  const shown = {
    '@type': 'WebPage',
    url: publicUrl + canonicalOf(page),
    name: title,
    description,
    inLanguage: page.language,
    about: { '@id': business['@id'] },
  };
  const graph = { '@context': 'https://schema.org', '@graph': [business, shown] };
  // A text may hold `</script>`.
  return `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`;
}

function describeCompany({ number, address, town }: Company, language: TextLanguage): object {
  const place = {
    '@type': 'PostalAddress',
    ...(address !== undefined && { streetAddress: address }),
    ...(town && { addressLocality: inLanguage(town, language) }),
  };
  return {
    ...(number && { identifier: inLanguage(number, language) }),
    ...((address ?? town) && { address: place }),
  };
}

function renderLink({ rel, hreflang, href }: PageLink): string {
  const language = hreflang === undefined ? '' : ` hreflang="${hreflang}"`;
  return `<link rel="${rel}"${language} href="${href}" />`;
}

function meta(kind: 'name' | 'property' | 'http-equiv', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

/** Scripts are loaded by `start.ts`, after the first paint; all else at once. Browsers ignore an unknown `rel`. */
export function renderPreload(file: string): string {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="/${file}" />`;
  if (file.endsWith('.svg')) return `<link rel="preload" href="/${file}" as="image" />`;
  return file.endsWith('.woff2')
    ? `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`
    : `<link rel="later" crossorigin href="/${file}" />`;
}

export function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
