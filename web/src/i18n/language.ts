import type { Language } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';

export type SiteLanguage = 'en' | 'nl';

/** How the api writes it. */
export const wireLanguage: Record<SiteLanguage, Language> = { en: 'ENG', nl: 'NL' };

/** How the admin calls it. */
export const languageWords: Record<Language, MessageKey> = {
  ENG: 'admin.translations.en',
  NL: 'admin.translations.nl',
};

export const otherLanguage: Record<SiteLanguage, SiteLanguage> = { en: 'nl', nl: 'en' };

export const homePath: Record<SiteLanguage, string> = { en: '/', nl: '/nl' };

/** Pages whose path is a different word in each language. */
const pairs: { en: string; nl: string }[] = [
  { en: '/unsubscribe', nl: '/nl/afmelden' },
  { en: '/unsubscribe', nl: '/afmelden' },
  { en: '/confirm', nl: '/nl/bevestigen' },
];

/** The language of a path: Dutch by its first segment or by a Dutch word, otherwise English. */
export function languageOfPath(path: string): SiteLanguage {
  if (pairs.some(({ nl }) => nl === path)) return 'nl';
  return path.split('/')[1] === 'nl' ? 'nl' : 'en';
}

/** A page's path in a language, from its English one. */
export function localPath(language: SiteLanguage, path: string): string {
  return language === 'nl' ? `/nl${path}` : path;
}

/** Where the same page is in the other language: `/nl/x` and `/x`, `/nl` and `/`, and the pairs above. */
export function pathInOtherLanguage(path: string): string {
  const pair = pairs.find(({ en, nl }) => en === path || nl === path);
  if (pair) return path === pair.en ? pair.nl : pair.en;
  // Strips all slashes after it too: a path that begins with two names another host.
  if (languageOfPath(path) === 'nl') return path.replace(/^\/nl\/*/, '/');
  return path === '/' || path === '/en' ? '/nl' : `/nl${path.replace(/^\/en\//, '/')}`;
}

export interface LanguageSigns {
  /** What the visitor once chose with the switch. */
  stored: string | null;
  /** Most wanted first. */
  browser: readonly string[];
}

/**
 * The home page that `/` redirects to: in the stored language, else in Dutch when the browser accepts any Dutch, else in
 * English. A browser that says nothing stays with the page's own language. nginx serves `/` by the same rule
 * (infra/docker/write-nginx-place.sh), so that only a stored choice replaces what was there to read.
 */
export function startPath(signs: LanguageSigns, shown: SiteLanguage): string {
  return `/${wantedLanguage(signs) ?? shown}`;
}

/** The language that a visitor to a deep link would probably rather read than the page's own; null when nothing says so. */
export function offeredLanguage(shown: SiteLanguage, signs: LanguageSigns): SiteLanguage | null {
  const wanted = wantedLanguage(signs);
  return wanted === null || wanted === shown ? null : wanted;
}

function wantedLanguage({ stored, browser }: LanguageSigns): SiteLanguage | null {
  if (stored === 'nl' || stored === 'en') return stored;
  if (browser.some((language) => language.toLowerCase().startsWith('nl'))) return 'nl';
  return browser.length > 0 ? 'en' : null;
}
