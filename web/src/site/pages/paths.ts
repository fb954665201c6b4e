import {
  casePath,
  defaultLanguage,
  localPath,
  slugOf,
  type Street,
  type TextLanguage,
  textLanguages,
} from '@voordeur/contracts/http';
import { site } from '../../config/site';
import { languageOfPath, otherLanguagesThan, pathInLanguage } from '../../i18n/language';

export type SiteScreen =
  | 'home'
  | 'learn'
  | 'booking'
  | 'guide'
  | 'legal'
  | 'privacy'
  | 'logos'
  | 'unsubscribe'
  | 'confirm'
  | 'case'
  | 'not-found';

export interface Page {
  /** Exactly as it is spelled in the address. */
  path: string;
  screen: SiteScreen;
  language: TextLanguage;
  /** Whether search engines may list it. */
  indexed: boolean;
  /** The prerendered file, as nginx finds it by `$uri` or as its error page. */
  file: string;
  /** The canonical address, where it isn't the page's own. */
  canonical?: string;
  /** The case that the page is about. */
  street?: Street;
}

const otherLanguages = otherLanguagesThan(defaultLanguage);

/**
 * Every page of the site but those of cases: for the router, the prerenderer and the sitemap. The first that matches a path is
 * shown.
 */
export const pages: Page[] = [
  { ...pageAt('/', 'home', defaultLanguage), file: 'index.html' },
  ...textLanguages.map((language) => pageAt(`/${language}`, 'home', language)),
  ...inEachLanguage('/learn', 'learn'),
  ...inEachLanguage('/booking', 'booking'),
  ...inEachLanguage('/aanmelding-prompt', 'guide'),
  ...inEachLanguage('/legal', 'legal'),
  ...inEachLanguage('/privacy', 'privacy'),
  ...inEachLanguage('/logos', 'logos', false),
  ...inEachLanguage('/unsubscribe', 'unsubscribe', false),
  // The second is redirected before it's shown (`movedPath`); without JavaScript this is the page.
  ...['/afmelden', '/nl/unsubscribe'].filter(isInALanguage).map((path) => ({
    ...pageAt(path, 'unsubscribe', languageOfPath(path), false),
    canonical: pathInLanguage(languageOfPath(path), '/unsubscribe'),
  })),
  ...inEachLanguage('/confirm', 'confirm', false),
  ...otherLanguages.map((language) => ({
    ...pageAt(`/${language}/*`, 'not-found', language, false),
    file: `${language}/404.html`,
  })),
  { ...pageAt('*', 'not-found', defaultLanguage, false), file: '404.html' },
];

/**
 * `/` in the languages other than the default: each is that language's home, with `/` as its canonical address. nginx
 * serves the one that the browser asks for, and the script moves on to that home (`startPath`).
 */
const roots: Page[] = otherLanguages.map((language) => ({
  path: `/${language}`,
  screen: 'home',
  language,
  indexed: true,
  file: `index.${language}.html`,
  canonical: '/',
}));

/** The pages of cases. The owner makes them and takes them away, so they're read each time. */
export function casePages(): Page[] {
  return (site.streets ?? []).flatMap((street) => {
    const slug = slugOf(street);
    if (slug === undefined) return [];
    return textLanguages.map((language) => ({
      ...pageAt(casePath(language, slug), 'case', language),
      street,
    }));
  });
}

/** The pages that the prerenderer writes. */
export function writtenPages(): Page[] {
  return [...pages, ...casePages(), ...roots];
}

/** The page that a path shows. nginx.conf finds the same one, so another case or a doubled slash is another path. */
export function pageOf(path: string): Page {
  const page = [...casePages(), ...pages].find((candidate) => isShownAt(candidate, path));
  if (!page) throw new Error('The list of pages has no last one');
  return page;
}

function isShownAt(page: Page, path: string): boolean {
  return page.path.endsWith('*') ? path.startsWith(page.path.slice(0, -1)) : page.path === path;
}

/** The path that a path redirects to, or the path itself where it doesn't. */
export function movedPath(path: string): string {
  if (path === '/nl/unsubscribe') return localPath('nl', '/unsubscribe');
  // nginx.conf redirects the same paths.
  const plain = /^\/en(\/.+?)\/?$/.exec(path)?.[1];
  return plain !== undefined && pageOf(plain).file === fileAt(plain) ? plain : path;
}

/** Where search engines find a page. */
export function canonicalOf(page: Page): string {
  return page.canonical ?? addressOf(page);
}

/** The address at which a page is prerendered. */
export function addressOf({ path, file }: Page): string {
  return path.endsWith('*') ? `/${file.replace('.html', '')}` : path;
}

/** Any unknown path shows the landing page too. */
export function isLanding({ screen }: Page): boolean {
  return screen === 'home' || screen === 'not-found';
}

/** `path` is the English one. */
function inEachLanguage(path: string, screen: Page['screen'], indexed = true): Page[] {
  return textLanguages.map((language) => pageAt(localPath(language, path), screen, language, indexed));
}

function isInALanguage(path: string): boolean {
  return textLanguages.includes(languageOfPath(path));
}

function pageAt(path: string, screen: Page['screen'], language: TextLanguage, indexed = true): Page {
  return { path, screen, language, indexed, file: fileAt(path) };
}

function fileAt(path: string): string {
  return `${path.slice(1)}/index.html`;
}
