import type { Suspicion } from './analytics.js';
import type { Goal } from './session.js';

/** Requests visitors can make about their own visit of today. */
export const myVisitActions = ['show', 'erase'] as const;
export type MyVisitAction = (typeof myVisitActions)[number];

/** `POST /api/my-visit` */
export interface MyVisitBody {
  action: MyVisitAction;
}

/** Its response (202), and that of `GET /api/my-visit?receipt=` until a worker has answered. */
export interface MyVisitReceipt {
  /** Unguessable, and good for a few minutes. */
  receipt: string;
}

/** How a receipt is written: 128 random bits. */
export const receiptPattern = /^[A-Za-z0-9_-]{22}$/;

/** Where a stored page view or video view came from. */
interface StoredPlace {
  /** ISO instant */
  occurredAt: string;
  /** ISO 3166-1 alpha-2; `ZZ` if unknown. */
  country: string;
  city: string | null;
  /** As it's stored: shortened, unless the owner keeps whole ones. */
  address: string | null;
}

export interface StoredPageView extends StoredPlace {
  /** The path, with at most the utm_* part of its query. */
  page: string;
  referrer: string | null;
  language: string | null;
  /** As the user agent says, without versions; null where it doesn't. Absent, as the next, from a worker of the version before. */
  device?: string | null;
  browser?: string | null;
  system?: string | null;
  suspicion?: Suspicion | null;
}

export interface StoredVideoView extends StoredPlace {
  title: string;
  watchedSeconds: number;
}

/** A form or the calendar was opened, or a form was sent. */
export interface StoredGoal {
  /** ISO instant */
  occurredAt: string;
  goal: Goal;
}

/** The answer to `show`: at most the newest `shownAtMost` of each, and how many there are. */
export interface MyVisitShown {
  pageViews: StoredPageView[];
  pageViewCount: number;
  videoViews: StoredVideoView[];
  videoViewCount: number;
  /** Both absent from a worker of the version before, as below. */
  goals?: StoredGoal[];
  goalCount?: number;
  /** The browser's name is that of a program; those are counted apart from people, and aren't shown. */
  isProgram: boolean;
}
export const shownAtMost = 100;

/** The answer to `erase`: how much was erased. `leads` are kept, and no longer say how their sender came here. */
export interface MyVisitErased {
  erased: { pageViews: number; videoViews: number; leads: number; goals?: number };
}
