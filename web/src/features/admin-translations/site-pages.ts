import type { TextLanguage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { pathInOtherLanguage } from '../../i18n/language';

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
} as const satisfies Record<string, MessageKey>;

export type PageName = keyof typeof pageNames;

interface Place {
  page: PageName;
  /** The English path of a page that shows it; none for what no visitor's page shows. */
  path?: string;
}

const paths = {
  // Not `/`, which moves on to a language.
  every: '/en',
  home: '/en',
  learn: '/learn',
  booking: '/booking',
  guide: '/aanmelding-prompt',
  legal: '/legal',
} as const;

/** By the first part of a key. */
const places: Record<string, Place> = {
  ...of('every', 'common', 'bar', 'offer', 'toast', 'promise', 'form', 'footer', 'load'),
  ...of('home', 'home', 'agents', 'setups', 'question', 'newsletter', 'intro', 'sent'),
  ...of('learn', 'learn'),
  ...of('booking', 'booking'),
  ...of('guide', 'guide'),
  ...of('legal', 'legal'),
  privacy: { page: 'legal', path: '/privacy' },
  unsubscribe: { page: 'other', path: '/unsubscribe' },
  confirm: { page: 'other', path: '/confirm' },
  logos: { page: 'other', path: '/logos' },
  notFound: { page: 'other', path: '/404' },
  admin: { page: 'admin' },
};

/** What is written to somebody, among the admin's own labels. */
const mail = /^admin\.reply\.(subject|(answer|call|later)Text)$/;

export function placeOf(key: string): Place {
  if (mail.test(key)) return { page: 'mails' };
  return places[key.split('.')[0] ?? ''] ?? { page: 'other' };
}

/** The path of a page as it opens; undefined for what isn't a page of the site. */
export function pathOf(page: PageName | 'all', language: TextLanguage): string | undefined {
  if (page === 'all') return pathOf('home', language);
  return page in paths ? localPathOf(paths[page as keyof typeof paths], language) : undefined;
}

/** The path of a page that shows a text. */
export function pathOfText(key: string, language: TextLanguage): string | undefined {
  const { path } = placeOf(key);
  return path && localPathOf(path, language);
}

function localPathOf(path: string, language: TextLanguage): string {
  return language === 'en' ? path : pathInOtherLanguage(path);
}

function of(page: keyof typeof paths, ...names: string[]): Record<string, Place> {
  return Object.fromEntries(names.map((name) => [name, { page, path: paths[page] }]));
}
