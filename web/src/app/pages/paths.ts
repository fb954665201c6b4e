import { textLanguages } from '@voordeur/contracts/http';
import type { SiteLanguage } from '../../i18n/language';

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
  | 'not-found';

export type AdminScreen =
  | 'admin'
  | 'admin-analytics'
  | 'admin-leads'
  | 'admin-lead'
  | 'admin-subscribers'
  | 'admin-deliveries'
  | 'admin-translations'
  | 'admin-security'
  /** Not the owner's: figures for anyone who has a link to them, in the admin's design. */
  | 'admin-shared';

interface PageOf<Screen> {
  /** Exactly as it is spelled in the address. */
  path: string;
  screen: Screen;
  language: SiteLanguage;
  /** Whether search engines may list it. */
  indexed: boolean;
  /** The prerendered file, as nginx finds it by `$uri` or as its error page. */
  file: string;
  /** The canonical address, where it isn't the page's own. */
  canonical?: string;
}

export type SitePage = PageOf<SiteScreen>;
export type AdminPage = PageOf<AdminScreen>;
export type Page = SitePage | AdminPage;

/** Every page there is: for the router, the prerenderer and the sitemap. The first that matches a path is shown. */
export const pages: Page[] = [
  { path: '/', screen: 'home', language: 'en', indexed: true, file: 'index.html' },
  { path: '/en', screen: 'home', language: 'en', indexed: true, file: 'en/index.html' },
  { path: '/nl', screen: 'home', language: 'nl', indexed: true, file: 'nl/index.html' },
  ...inBothLanguages('/learn', 'learn'),
  ...inBothLanguages('/booking', 'booking'),
  ...inBothLanguages('/aanmelding-prompt', 'guide'),
  ...inBothLanguages('/legal', 'legal'),
  ...inBothLanguages('/privacy', 'privacy'),
  ...inBothLanguages('/logos', 'logos', false),
  pageAt('/unsubscribe', 'unsubscribe', 'en', false),
  pageAt('/nl/afmelden', 'unsubscribe', 'nl', false),
  { ...pageAt('/afmelden', 'unsubscribe', 'nl', false), canonical: '/nl/afmelden' },
  // Redirected before it's shown (`movedPath`); without JavaScript this is the page.
  { ...pageAt('/nl/unsubscribe', 'unsubscribe', 'nl', false), canonical: '/nl/afmelden' },
  pageAt('/confirm', 'confirm', 'en', false),
  pageAt('/nl/bevestigen', 'confirm', 'nl', false),
  pageAt('/admin', 'admin', 'en', false),
  pageAt('/admin/analytics', 'admin-analytics', 'en', false),
  pageAt('/admin/leads', 'admin-leads', 'en', false),
  // One file for every lead: nginx.conf serves it for their addresses.
  { ...pageAt('/admin/leads/:id', 'admin-lead', 'en', false), file: 'admin/leads/one/index.html' },
  pageAt('/admin/subscribers', 'admin-subscribers', 'en', false),
  pageAt('/admin/deliveries', 'admin-deliveries', 'en', false),
  pageAt('/admin/translations', 'admin-translations', 'en', false),
  pageAt('/admin/security', 'admin-security', 'en', false),
  pageAt('/shared', 'admin-shared', 'en', false),
  { path: '/nl/*', screen: 'not-found', language: 'nl', indexed: false, file: 'nl/404.html' },
  { path: '*', screen: 'not-found', language: 'en', indexed: false, file: '404.html' },
];

const [, ...otherLanguages] = textLanguages;

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

/** What the prerenderer writes. */
export const writtenPages: Page[] = [...pages, ...roots];

/** The page that a path shows. nginx.conf finds the same one, so another case or a doubled slash is another path. */
export function pageOf(path: string): Page {
  const page = pages.find((candidate) => isShownAt(candidate, path));
  if (!page) throw new Error('The list of pages has no last one');
  return page;
}

function isShownAt(page: Page, path: string): boolean {
  if (page.screen === 'admin-lead') return /^\/admin\/leads\/[^/.]+$/.test(path);
  return page.path.endsWith('*') ? path.startsWith(page.path.slice(0, -1)) : page.path === path;
}

/** The path that a path redirects to, or the path itself where it doesn't. */
export function movedPath(path: string): string {
  if (path === '/nl/unsubscribe') return '/nl/afmelden';
  // nginx.conf redirects the same paths.
  const plain = /^\/en(\/.+?)\/?$/.exec(path)?.[1];
  return plain !== undefined && pages.some(({ file }) => file === fileAt(plain)) ? plain : path;
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

export function isAdmin(page: Page): page is AdminPage {
  return page.screen.startsWith('admin');
}

function inBothLanguages(path: string, screen: Page['screen'], indexed = true): Page[] {
  return [pageAt(path, screen, 'en', indexed), pageAt(`/nl${path}`, screen, 'nl', indexed)];
}

function pageAt(path: string, screen: Page['screen'], language: SiteLanguage, indexed: boolean): Page {
  return { path, screen, language, indexed, file: fileAt(path) };
}

function fileAt(path: string): string {
  return `${path.slice(1)}/index.html`;
}
