import {
  defaultLanguage,
  localPath,
  readLocalPath,
  type TextLanguage,
  textLanguages,
} from '@voordeur/contracts/http';

/** The Dutch word for unsubscribing needs no prefix. */
const dutchWord = { path: '/afmelden', english: '/unsubscribe' };

/** The language of a path, by its first segment or by a Dutch word. */
export function languageOfPath(path: string): TextLanguage {
  return path === dutchWord.path ? 'nl' : readLocalPath(path).language;
}

/** Where the page of a path is in a language: `/nl/x` and `/x`, `/nl` and `/`, `/nl/afmelden` and `/unsubscribe`. */
export function pathInLanguage(language: TextLanguage, path: string): string {
  if (path === dutchWord.path) return localPath(language, dutchWord.english);
  const english = readLocalPath(path).path.replace(/^\/en(?:\/|$)/, '/');
  return localPath(language, english);
}

export function otherLanguagesThan(language: TextLanguage): TextLanguage[] {
  return textLanguages.filter((other) => other !== language);
}

interface LanguageSigns {
  /** The language that the visitor once chose with the switch. */
  stored: string | null;
  /** Most wanted first. */
  browser: readonly string[];
}

/**
 * The home page that `/` redirects to: in the stored language, else in the first other than English that the browser
 * accepts, else in English. A browser that says nothing stays with the page's own language. nginx serves `/` by the
 * same rule (infra/operate/docker/write-nginx-include.sh), so that only a stored choice replaces a page that was already
 * readable.
 */
export function startPath(signs: LanguageSigns, shown: TextLanguage): string {
  return `/${wantedLanguage(signs) ?? shown}`;
}

/** The language that a visitor to a deep link would probably rather read than the page's own; null when nothing says so. */
export function offeredLanguage(shown: TextLanguage, signs: LanguageSigns): TextLanguage | null {
  const wanted = wantedLanguage(signs);
  return wanted === null || wanted === shown ? null : wanted;
}

function wantedLanguage({ stored, browser }: LanguageSigns): TextLanguage | null {
  const chosen = textLanguages.find((language) => language === stored);
  if (chosen) return chosen;
  for (const accepted of browser) {
    const [code] = accepted.toLowerCase().split('-');
    const other = otherLanguagesThan(defaultLanguage).find((language) => code === language);
    if (other) return other;
  }
  return browser.length > 0 ? defaultLanguage : null;
}

/** The language of the open page. */
export function shownLanguage(): TextLanguage {
  const { lang } = document.documentElement;
  return textLanguages.find((language) => language === lang) ?? defaultLanguage;
}
