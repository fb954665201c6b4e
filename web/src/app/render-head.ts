import {
  type Company,
  defaultLanguage,
  inLanguage,
  localeOf,
  type TextLanguage,
  textLanguages,
} from '@voordeur/contracts/http';
import { createIntl } from 'react-intl';
import { site } from '../config/site';
import { calendarConsentScript } from '../features/booking/calendar-consent';
import { otherLanguagesThan, pathInLanguage } from '../i18n/language';
import type { Texts } from '../i18n/texts-of-page';
import { headTexts } from './pages/page-head';
import { canonicalOf, isAdmin, type Page } from './pages/paths';

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
  const { formatMessage } = createIntl({ locale: page.language, messages: texts, onError });
  const [titleKey, descriptionKey] = headTexts[page.screen];
  const title = formatMessage({ id: titleKey }, { product: site.product });
  const description = formatMessage({ id: descriptionKey });
  const words = { title, description, publicUrl };
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('name', 'robots', page.indexed ? 'index, follow' : 'noindex'),
    ...(isAdmin(page) ? [] : [...renderLinks(page, publicUrl), ...renderOpenGraph(page, words)]),
    ...(page.indexed ? [renderJsonLd(page, words)] : []),
    ...preloads.map(renderPreload),
    ...(page.screen === 'booking' ? [`<script>${calendarConsentScript()}</script>`] : []),
  ].join('\n    ');
}

/** A page's address in each language, for search engines; `x-default` is the one that chooses by the browser. */
export function alternatesOf(page: Page): { language: string; path: string }[] {
  const isHome = page.screen === 'home';
  const pathOf = (language: TextLanguage) =>
    isHome ? `/${language}` : pathInLanguage(language, canonicalOf(page));
  return [
    ...textLanguages.map((language) => ({ language, path: pathOf(language) })),
    { language: 'x-default', path: isHome ? '/' : pathOf(defaultLanguage) },
  ];
}

function renderLinks(page: Page, publicUrl: string): string[] {
  // A page that wasn't found has no address of its own.
  if (page.screen === 'not-found') return [];
  return [
    `<link rel="canonical" href="${publicUrl}${canonicalOf(page)}" />`,
    ...alternatesOf(page).map(
      ({ language, path }) => `<link rel="alternate" hreflang="${language}" href="${publicUrl}${path}" />`,
    ),
  ];
}

interface HeadTexts {
  title: string;
  description: string;
  publicUrl: string;
}

/** The screens with an image of their own; the others use home's. */
const pagesWithImage: string[] = ['home', 'learn', 'booking', 'guide', 'legal', 'privacy'];

function renderOpenGraph(page: Page, { title, description, publicUrl }: HeadTexts): string[] {
  const picture = pagesWithImage.includes(page.screen) ? page.screen : 'home';
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.product),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', publicUrl + canonicalOf(page)),
    meta('property', 'og:locale', openGraphLocale(page.language)),
    ...otherLanguagesThan(page.language).map((other) =>
      meta('property', 'og:locale:alternate', openGraphLocale(other)),
    ),
    meta('property', 'og:image', `${publicUrl}/og/${picture}-${page.language}.jpg`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

const openGraphLocale = (language: TextLanguage) => localeOf(language).replace('-', '_');

function renderJsonLd(page: Page, { title, description, publicUrl }: HeadTexts): string {
  const { person, company } = site;
  const business = {
    '@type': 'ProfessionalService',
    '@id': `${publicUrl}/#business`,
    name: site.product,
    url: `${publicUrl}/`,
    email: site.email,
    image: `${publicUrl}/og/home-${page.language}.jpg`,
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

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

/** Scripts are loaded by `start.ts`, after the first paint; all else at once. Browsers ignore an unknown `rel`. */
function renderPreload(file: string): string {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="/${file}" />`;
  if (file.endsWith('.svg')) return `<link rel="preload" href="/${file}" as="image" />`;
  return file.endsWith('.woff2')
    ? `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`
    : `<link rel="later" crossorigin href="/${file}" />`;
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
