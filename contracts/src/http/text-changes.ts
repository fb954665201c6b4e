import type { Days } from './analytics.js';
import type { TextLanguage } from './languages.js';

/**
 * The texts that may sell, by the page that shows them (text-pages.ts). `other` sell nothing: legal pages,
 * unsubscribing, failures, and texts that search engines show.
 */
export const textPlaces = ['home', 'learn', 'booking', 'guide', 'every', 'other'] as const;
export type TextPlace = (typeof textPlaces)[number];

/** Conclusions about a change so far. They hold however often one looks (server/src/compare-rates.ts). */
export const verdicts = ['likely-better', 'likely-worse', 'too-little-data'] as const;
export type Verdict = (typeof verdicts)[number];

/** Sessions, and how many of them left a lead. */
export interface LeadCount {
  sessions: number;
  leads: number;
}

/** Two rates as far as they're known; `low` and `high` are the interval of their difference, after minus before: 0.01 is one lead more per 100 sessions. */
export interface RateChange {
  verdict: Verdict;
  low: number;
  high: number;
}

/** Sessions that saw the texts before the change and after it, without those that may be robots'. */
export interface ChangeEffect extends RateChange {
  before: LeadCount & Days;
  after: LeadCount & Days;
}

/** Edits of one place in one language, with no more than an hour between them. */
export interface TextChange {
  place: TextPlace;
  language: TextLanguage;
  /** In the site's zone, `YYYY-MM-DD`: of the first of its edits. */
  day: string;
  /** ISO instants of its first and its last edit. */
  from: string;
  to: string;
  /** Its edits, oldest first. */
  ids: string[];
  /** The changed texts, in whatever number of edits. */
  texts: { key: string; old: string; new: string }[];
  /** Null where the texts sell nothing. */
  effect: ChangeEffect | null;
}

/** `GET /api/admin/analytics/edits?last=30d`: the changes on the days from..to and their effects; newest first. */
export interface EditAnalytics extends Days {
  changes: (TextChange & {
    /** The site still says so: it can be taken back. */
    current: boolean;
  })[];
  asOf: string;
}
