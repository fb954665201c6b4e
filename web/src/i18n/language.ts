import type { Language } from '@voordeur/contracts/http';

export type SiteLanguage = 'en' | 'nl';

/** How the api writes it. */
export const wireLanguage: Record<SiteLanguage, Language> = { en: 'ENG', nl: 'NL' };

export const homePath: Record<SiteLanguage, string> = { en: '/', nl: '/nl' };

/** The language that a path is written in, told by its first segment; English without one. */
export function languageOfPath(path: string): SiteLanguage {
  return path.split('/')[1] === 'nl' ? 'nl' : 'en';
}

/** Where the same page stands in the other language: `/nl/x` and `/x`, `/nl` and `/`. */
export function pathInOtherLanguage(path: string): string {
  if (languageOfPath(path) === 'nl') return path.replace(/^\/nl\/?/, '/');
  return path === '/' || path === '/en' ? '/nl' : `/nl${path.replace(/^\/en\//, '/')}`;
}

export interface LanguageSigns {
  /** What the visitor once chose with the switch. */
  stored: string | null;
  /** Most wanted first. */
  browser: readonly string[];
}

/**
 * The path on which a visit to `path` begins. Only exactly `/` moves: to the stored language, else to Dutch when the
 * browser knows any Dutch, else to English. Deep links never move.
 */
export function startPath(path: string, { stored, browser }: LanguageSigns): string {
  if (path !== '/') return path;
  if (stored === 'nl' || stored === 'en') return `/${stored}`;
  return browser.some((language) => language.toLowerCase().startsWith('nl')) ? '/nl' : '/en';
}
