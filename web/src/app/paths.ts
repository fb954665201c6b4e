import { matchRoutes } from 'react-router-dom';
import type { SiteLanguage } from '../i18n/language';

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
  'admin' | 'admin-analytics' | 'admin-leads' | 'admin-lead' | 'admin-deliveries' | 'admin-translations';

interface PageOf<Screen> {
  /** As the router matches it. */
  path: string;
  screen: Screen;
  language: SiteLanguage;
  /** May search engines list it? */
  indexed: boolean;
  /** The prerendered file, as nginx finds it by `$uri` or as its error page. */
  file: string;
  /** The address that search engines are told, where it is not the page's own. */
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
  // Moved before it is shown (`startPath`); without JavaScript it stands here.
  { ...pageAt('/nl/unsubscribe', 'unsubscribe', 'nl', false), canonical: '/nl/afmelden' },
  pageAt('/confirm', 'confirm', 'en', false),
  pageAt('/nl/bevestigen', 'confirm', 'nl', false),
  pageAt('/admin', 'admin', 'en', false),
  pageAt('/admin/analytics', 'admin-analytics', 'en', false),
  pageAt('/admin/leads', 'admin-leads', 'en', false),
  // One file for every lead: nginx.conf leads their addresses to it.
  { ...pageAt('/admin/leads/:id', 'admin-lead', 'en', false), file: 'admin/leads/one/index.html' },
  pageAt('/admin/deliveries', 'admin-deliveries', 'en', false),
  pageAt('/admin/translations', 'admin-translations', 'en', false),
  { path: '/nl/*', screen: 'not-found', language: 'nl', indexed: false, file: 'nl/404.html' },
  { path: '*', screen: 'not-found', language: 'en', indexed: false, file: '404.html' },
];

/** The page that a path shows. */
export function pageOf(path: string): Page {
  const page = matchRoutes(pages, path)?.[0]?.route;
  if (!page) throw new Error('The list of pages has no last one');
  return page;
}

/** The address at which a page is rendered ahead of any visitor. */
export function addressOf({ path, file }: Page): string {
  return path.endsWith('*') ? `/${file.replace('.html', '')}` : path;
}

export function isAdmin(page: Page): page is AdminPage {
  return page.screen.startsWith('admin');
}

function inBothLanguages(path: string, screen: Page['screen'], indexed = true): Page[] {
  return [pageAt(path, screen, 'en', indexed), pageAt(`/nl${path}`, screen, 'nl', indexed)];
}

function pageAt(path: string, screen: Page['screen'], language: SiteLanguage, indexed: boolean): Page {
  return { path, screen, language, indexed, file: `${path.slice(1)}/index.html` };
}
