import type { BookingStatus } from './booking.js';
import type { Colours } from './colours.js';
import { localPath, type TextLanguage, textLanguages } from './languages.js';

/**
 * The owner's settings in `site.config.json`. The schema next to it explains each field and is enforced at build and at
 * boot.
 */
export interface SiteConfig {
  /** Settings that the owner can't change in the browser, though she can change the others. */
  locked?: SiteSettingKey[];
  /** By their ISO 639-1 codes, `en` first. */
  languages?: string[];
  product: string;
  email: string;
  phone?: string;
  person?: Person;
  company?: Company;
  /** Work that was done, in "Streets I've lit". */
  streets?: Street[];
  quote?: Quote;
  /** An indication, as a sentence. */
  price?: PerLanguage<string>;
  /** On these days the hours of the promised answer don't count. */
  daysOff?: Weekday[];
  /** Whether the forms of a question ask for a name, which may be left out. */
  asksName?: boolean;
  /** Whether the footer says within which time half of the questions were answered. */
  showsAnswerTime?: boolean;
  /** In place of those of web/src/ui/tokens.css, on the pages of the site. */
  colours?: Colours;
  /** A square picture in place of the drawn mark. */
  mark?: string;
  /** A picture of links to any page, in place of the drawn ones. */
  sharePicture?: string;
  social?: PerLanguage<SocialLinks>;
  channel?: string;
  videos: SiteVideo[];
  intros?: PerLanguage<IntroVideo>;
  scheduler: Scheduler;
  /** Paths on this site; one path for all has `{language}` where each language's code is. */
  documents: Record<LegalDocument, PerLanguage<string> | string>;
  /** In place of the one that came with the site. */
  guide?: Guide;
  partners: { name: string; logo: string }[];
  ipLookup: string;
}

/** The settings of the site that the owner changes in the browser; the others need another build. */
export const siteSettingKeys = [
  'product',
  'email',
  'phone',
  'person',
  'company',
  'streets',
  'quote',
  'price',
  'daysOff',
  'social',
  'channel',
  'scheduler',
  'asksName',
  'showsAnswerTime',
  'documents',
  'guide',
  'videos',
  'colours',
  'mark',
  'sharePicture',
] as const;
export type SiteSettingKey = (typeof siteSettingKeys)[number];

/** A language without a value of its own has the default's (`inLanguage`). */
export type PerLanguage<Value> = { en: Value } & Partial<Record<TextLanguage, Value>>;

export function inLanguage<Value>(values: PerLanguage<Value>, language: TextLanguage): Value {
  return values[language] ?? values.en;
}

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The person who opens the door. The pictures are paths on this site. */
export interface Person {
  name: string;
  town?: PerLanguage<string>;
  /** A square photo; without it there's a silhouette. */
  portrait?: string;
  signature?: string;
}

export interface Company {
  /** As it's registered, for the legal documents. */
  name?: string;
  /** The registration number, with the register's name. */
  number?: PerLanguage<string>;
  /** For the terms. */
  vat?: string;
  address?: string;
  town?: PerLanguage<string>;
  /** The district whose court decides, for the terms. */
  court?: string;
  /** For the privacy statement, as the others below: the company that hosts the site, and its country. */
  hosting?: PerLanguage<string>;
  /** The company that mail goes through, and its country. */
  mailer?: PerLanguage<string>;
  /** Services that receive what forms send, or "nobody". */
  formServices?: PerLanguage<string>;
  /** Services that receive visits to the booking page, or "nobody". */
  visitServices?: PerLanguage<string>;
  /** Services that process data outside the European Economic Area, or "none". */
  outsideEurope?: PerLanguage<string>;
}

/** A piece of work before and after, with one number each. */
export interface Street {
  name: PerLanguage<string>;
  before: StreetSide;
  after: StreetSide;
  /** A page of its own, `/work/<slug>` in English. */
  page?: CasePage;
}

export interface CasePage {
  /** Lower-case letters, digits and hyphens. No two cases have the same. */
  slug: string;
  /**
   * Plain text with an empty line between paragraphs. Pages carry the story and the quote of their own case alone, so in
   * a browser other cases lack them.
   */
  story?: PerLanguage<string>;
  quote?: Quote;
}

/** As in `site.config.schema.json`. Slugs become names of folders, so nothing else may. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const longestSlug = 60;

/** The slug of a case's page; undefined for a case without one, or with one that could name a file elsewhere. */
export function slugOf({ page }: Pick<Street, 'page'>): string | undefined {
  const slug = page?.slug;
  return slug !== undefined && slug.length <= longestSlug && slugPattern.test(slug) ? slug : undefined;
}

/** The path of a case's page in a language. */
export function casePath(language: TextLanguage, slug: string): string {
  return localPath(language, `/work/${slug}`);
}

/** The paths of the pages of all cases, in every language. */
export function casePaths(cases: Street[] = []): string[] {
  const slugs = cases.map(slugOf).filter((slug) => slug !== undefined);
  return slugs.flatMap((slug) => textLanguages.map((language) => casePath(language, slug)));
}

/** Numbers of the cases whose slug an earlier case has. */
export function repeatedSlugs(cases: Street[] = []): number[] {
  const slugs = cases.map(({ page }) => page?.slug);
  return slugs.flatMap((slug, index) => (slug !== undefined && slugs.indexOf(slug) < index ? [index] : []));
}

export interface StreetSide {
  number: PerLanguage<string>;
  text: PerLanguage<string>;
}

export interface Quote {
  text: PerLanguage<string>;
  by: PerLanguage<string>;
}

export interface SocialLinks {
  instagram?: string;
  linkedin?: string;
  facebook?: string;
  youtube?: string;
}

/** Where a video comes from: one of our files, or a provider's frame that loads after a click. */
export interface VideoSource {
  provider: 'file' | 'youtube' | 'vimeo';
  /** A path on this site, or the video's id at its provider. */
  source: string;
  /** The player's full URL, if it isn't the provider's usual one. */
  embedUrl?: string;
  /** WebVTT files for a file of ours; the transcript is made of the captions. */
  captions?: Partial<PerLanguage<string>>;
  chapters?: Partial<PerLanguage<string>>;
}

export interface SiteVideo extends VideoSource {
  id: string;
  title: string;
  topic: PerLanguage<string>;
  /** Its duration; for an MP4 of ours the build reads it from the file. */
  seconds?: number;
  /** The largest available. */
  thumbnail: string;
  thumbnailFallback: string;
}

export interface IntroVideo extends VideoSource {
  poster: string;
}

/** The site's own calendar has no address; one that another calendar had may still be there. */
export type Scheduler = OtherScheduler | { provider: 'own'; address?: string; webhook?: BookingMapping };

export interface OtherScheduler {
  provider: 'calendly' | 'cal' | 'link';
  address: string;
  webhook?: BookingMapping;
}

/** Where the frames of the calendars' own hosts come from. Cal.com's may answer from app.cal.com. */
export const calendarOrigins: Record<'calendly' | 'cal', string[]> = {
  calendly: ['https://calendly.com'],
  cal: ['https://cal.com', 'https://app.cal.com'],
};

/**
 * Where in the body of another calendar's webhook the fields of a booking are, as keys with dots between
 * (`data.attendees.0.email`), and the meaning of its words for events.
 */
export interface BookingMapping {
  id: string;
  email: string;
  status: string;
  start?: string;
  /** A word of theirs that isn't named is ignored. */
  statuses: Record<string, BookingStatus>;
}

/** The owner's own guide, for visitors who give an address. */
export interface Guide {
  /** The path of the PDF. Pages don't carry it. */
  file?: string;
  /** A picture of its first page, a path on this site. */
  cover?: string;
}

/** The path of a legal document in a language. */
export function documentPath(paths: PerLanguage<string> | string, language: TextLanguage): string {
  return typeof paths === 'string' ? paths.replace('{language}', language) : inLanguage(paths, language);
}

export const legalDocuments = ['disclaimer', 'terms', 'privacy'] as const;
export type LegalDocument = (typeof legalDocuments)[number];
