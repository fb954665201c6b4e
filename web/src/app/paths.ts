import type { SiteLanguage } from '../i18n/language';

export type Screen = 'home' | 'not-found' | 'admin' | 'admin-analytics';

export interface Page {
  /** As the router matches it. */
  path: string;
  screen: Screen;
  language: SiteLanguage;
  /** May search engines list it? */
  indexed: boolean;
  /** The prerendered file, as nginx finds it by `$uri` or as its error page. */
  file: string;
}

/** Every page there is: for the router, the prerenderer and the sitemap. The first that matches a path is shown. */
export const pages: Page[] = [
  { path: '/', screen: 'home', language: 'en', indexed: true, file: 'index.html' },
  { path: '/en', screen: 'home', language: 'en', indexed: true, file: 'en/index.html' },
  { path: '/nl', screen: 'home', language: 'nl', indexed: true, file: 'nl/index.html' },
  { path: '/admin', screen: 'admin', language: 'en', indexed: false, file: 'admin/index.html' },
  {
    path: '/admin/analytics',
    screen: 'admin-analytics',
    language: 'en',
    indexed: false,
    file: 'admin/analytics/index.html',
  },
  { path: '/nl/*', screen: 'not-found', language: 'nl', indexed: false, file: 'nl/404.html' },
  { path: '*', screen: 'not-found', language: 'en', indexed: false, file: '404.html' },
];

/** The address at which a page is rendered ahead of any visitor. */
export function addressOf({ path, file }: Page): string {
  return path.endsWith('*') ? `/${file.replace('.html', '')}` : path;
}
