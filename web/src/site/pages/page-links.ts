import { defaultLanguage, localeOf, type TextLanguage, textLanguages } from '@voordeur/contracts/http';
import { site } from '../../config/site';
import { otherLanguagesThan, pathInLanguage } from '../../i18n/language';
import { canonicalOf, type Page } from './paths';

export interface PageLink {
  rel: 'canonical' | 'alternate';
  hreflang?: string;
  href: string;
}

export interface HeadTexts {
  title: string;
  description: string;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
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

/** The links of a page's head to itself and to its other languages; none for a page that wasn't found. */
export function linksOf(page: Page, publicUrl: string): PageLink[] {
  if (page.screen === 'not-found') return [];
  return [
    { rel: 'canonical', href: publicUrl + canonicalOf(page) },
    ...alternatesOf(page).map(({ language, path }) => ({
      rel: 'alternate' as const,
      hreflang: language,
      href: publicUrl + path,
    })),
  ];
}

/** The screens with an image of their own; the others use home's. */
const pagesWithImage: string[] = ['home', 'learn', 'booking', 'guide', 'legal', 'privacy'];

/** The picture of a link to a screen: the owner's for all of them, or a drawn one with its words. */
export function sharePictureOf({ screen, language }: Pick<Page, 'screen' | 'language'>): string {
  return site.sharePicture ?? `/og/${pagesWithImage.includes(screen) ? screen : 'home'}-${language}.jpg`;
}

/** The links of a page, for search engines and for sharing. */
export function openGraphOf(
  page: Page,
  { title, description, publicUrl }: HeadTexts,
): [property: string, content: string][] {
  return [
    ['og:type', 'website'],
    ['og:site_name', site.product],
    ['og:title', title],
    ['og:description', description],
    ['og:url', publicUrl + canonicalOf(page)],
    ['og:locale', openGraphLocale(page.language)],
    ...otherLanguagesThan(page.language).map((other): [string, string] => [
      'og:locale:alternate',
      openGraphLocale(other),
    ]),
    ['og:image', publicUrl + sharePictureOf(page)],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
  ];
}

const openGraphLocale = (language: TextLanguage) => localeOf(language).replace('-', '_');

/**
 * Replaces the head's data about the previous page. The data for search engines goes: they load each page, and a policy
 * against injected scripts forbids writing another's.
 */
export function showLinks(page: Page, words: HeadTexts): void {
  const old =
    'link[rel=canonical], link[hreflang], meta[property^="og:"], script[type="application/ld+json"]';
  for (const element of document.head.querySelectorAll(old)) element.remove();
  for (const link of linksOf(page, words.publicUrl))
    document.head.append(Object.assign(document.createElement('link'), link));
  for (const [property, content] of openGraphOf(page, words)) {
    const meta = document.createElement('meta');
    meta.setAttribute('property', property);
    meta.content = content;
    document.head.append(meta);
  }
}
