import {
  casePaths,
  defaultLanguage,
  pageOfText,
  readLocalPath,
  type TextLanguage,
  type TextPage,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { site } from '../../config/site';
import { pathInLanguage } from '../../i18n/language';

/** Where a text belongs, in the order of the rail. */
export const pageNames = {
  home: 'admin.translations.pages.home',
  learn: 'admin.translations.pages.learn',
  booking: 'admin.translations.pages.booking',
  guide: 'admin.translations.pages.guide',
  legal: 'admin.translations.pages.legal',
  every: 'admin.translations.pages.every',
  other: 'admin.translations.pages.other',
  mails: 'admin.translations.pages.mails',
  admin: 'admin.translations.pages.admin',
} as const satisfies Record<TextPage, MessageKey>;

/** The English path that a page's texts are looked at on. */
const paths: Partial<Record<TextPage, string>> = {
  // Not `/`, which moves on to a language.
  every: '/en',
  home: '/en',
  learn: '/learn',
  booking: '/booking',
  guide: '/aanmelding-prompt',
  legal: '/legal',
};

/** Exceptions: texts on another page than the rest of their group, by the first part of their key. */
const ownPaths: Record<string, string> = {
  privacy: '/privacy',
  unsubscribe: '/unsubscribe',
  confirm: '/confirm',
  logos: '/logos',
  notFound: '/404',
};

/** The path of a page as it opens; undefined for anything but pages of the site. */
export function pathOf(page: TextPage | 'all', language: TextLanguage): string | undefined {
  return inLanguage(paths[page === 'all' ? 'home' : page], language);
}

/** The path of a page that shows a text; undefined for texts on no visitor's page. */
export function pathOfText(key: string, language: TextLanguage): string | undefined {
  const group = key.split('.')[0] ?? '';
  if (group === 'case')
    return casePaths(site.streets).find((path) => readLocalPath(path).language === language);
  return inLanguage(ownPaths[group] ?? paths[pageOfText(key)], language);
}

function inLanguage(path: string | undefined, language: TextLanguage): string | undefined {
  return path === undefined || language === defaultLanguage ? path : pathInLanguage(language, path);
}
