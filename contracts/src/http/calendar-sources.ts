/*
 * The owner's other calendars. A worker reads when she is busy in them, every five minutes, and those times aren't offered
 * to visitors. Nothing else of an event is kept.
 */

/** `caldav`: a calendar on a server, or all those of an account; `ics`: a secret address. */
export const sourceKinds = ['caldav', 'ics'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * Why the last reading failed.
 * - `not-reached`: no connection, or no answer in time.
 * - `address-not-allowed`: it leads to a private address, or isn't encrypted.
 * - `login-refused`: the server wants another name or password.
 * - `not-found`: nothing is at this address.
 * - `server-failed`: the server answered with an error.
 * - `no-calendar`: the address is of something else.
 * - `not-readable`: what came isn't a calendar, or is broken.
 * - `too-large`: it's larger, or has more events, than is read.
 * - `password-needed`: the stored address can't be read any more; it has to be typed again.
 */
export const sourceFailures = [
  'not-reached',
  'address-not-allowed',
  'login-refused',
  'not-found',
  'server-failed',
  'no-calendar',
  'not-readable',
  'too-large',
  'password-needed',
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

export const sourceLimits = {
  sources: 10,
  name: 80,
  address: 2_000,
  userName: 200,
  password: 500,
} as const;

export const sourceReading = {
  everyMinutes: 5,
  /** An older reading is no longer trusted for the hours ahead. */
  staleMinutes: 60,
  /** While a reading is that old, the first time that is offered is this far away, so that the owner can see a clash. */
  carefulHours: 24,
  /** How far ahead busy times are known: beyond the longest horizon of a kind of meeting. */
  horizonDays: 367,
} as const;

/** A calendar of an account, by its address. */
export interface SourceCalendar {
  url: string;
  name: string;
}

export interface CalendarSource {
  id: string;
  kind: SourceKind;
  name: string;
  /** Addresses are never sent: one may be a secret. */
  host: string;
  userName: string | null;
  allDayBlocks: boolean;
  /** When it was last read without a failure; null before that. */
  readAt: string | null;
  /** That was more than an hour ago. */
  isOld: boolean;
  /** How many busy times are ahead. */
  busy: number;
  failure: SourceFailure | null;
  /** A worker reads it, or is about to. */
  isReading: boolean;
  /** The calendars that the last reading found. */
  calendars: SourceCalendar[];
  /** The address of the one that bookings are written into, if it's one of these. */
  writesTo: string | null;
}

/** `GET /api/admin/calendar/sources`, and the answer to its changes. */
export interface CalendarSourcesAnswer {
  sources: CalendarSource[];
}

/** `POST /api/admin/calendar/sources`: a worker reads it within seconds. 422 `too-many-calendars`. */
export interface AddSourceBody {
  kind: SourceKind;
  name: string;
  /** `https:`, or `webcal:`, which is the same. */
  address: string;
  userName?: string;
  password?: string;
  allDayBlocks: boolean;
}

/** `PATCH /api/admin/calendar/sources/:id`; it's read again at once. */
export interface ChangeSourceBody {
  allDayBlocks?: boolean;
  /** An app password that replaces the stored one. */
  password?: string;
  /** The address of one of its calendars, for meetings from now on, in place of any other calendar; null ends it. */
  writesTo?: string | null;
}

/** `GET /api/admin/calendar/feed`, and the answer to `POST`, which makes a new address, and `DELETE`; null without one. */
export interface CalendarFeedAnswer {
  /** With a secret, which logs don't have: it's in the query. */
  path: string | null;
}

/** The path of the calendar of meetings, by its token. */
export function feedPath(token: string): string {
  return `/api/bookings/calendar.ics?token=${token}`;
}
