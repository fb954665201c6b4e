import { pagePaths, type TextLanguage, type TextPlace } from '@voordeur/contracts/http';

/** The place of a text by the first part of its key: dialogs and forms that one page opens are that page's. */
const places: Record<string, TextPlace> = {
  ...{ home: 'home', setups: 'home', question: 'home', newsletter: 'home', agents: 'home', intro: 'home' },
  ...{ learn: 'learn', booking: 'booking', guide: 'guide' },
  ...{ bar: 'every-page', footer: 'every-page', form: 'every-page', promise: 'every-page' },
};

/** Where visitors read a text; null for the admin's own. */
export function placeOf(key: string): TextPlace | null {
  const [part = ''] = key.split('.');
  if (part === 'admin') return null;
  // Search engines show these. Whom they brought here is a question that sessions can't answer.
  if (/\.page(Title|Description)$/.test(key)) return 'other';
  return places[part] ?? 'other';
}

/** The addresses of a page in a language. */
export function pathsOf(page: keyof typeof pagePaths, language: TextLanguage): string[] {
  return pagePaths[page].filter((path) => /^\/nl(\/|$)/.test(path) === (language === 'nl'));
}
