import type { MeetingAnswer } from './calendar.js';
import type { ReplayDestination } from './delivery.js';
import type { AnswerClock } from './lead.js';

/** The most that are listed of those who wait; the inbox has them all. */
export const mostWaiting = 5;

/**
 * `GET /api/admin/home`: everything for the start of the owner's day, in one snapshot. Days and weeks are those of the
 * site's zone.
 */
export interface HomeAnswer {
  /** Today's in the owner's own calendar, by their start, without cancelled ones. */
  meetings: Pick<MeetingAnswer, 'id' | 'startsAt' | 'name' | 'title'>[];
  /** Sorted by when the answer is due; at most `mostWaiting`. */
  waiting: WaitingLead[];
  /** How many wait in all, and how many are held back in quarantine; counting stops at `countLimit`. */
  waitingCount: number;
  quarantined: number;
  /** How many of these came yesterday; absent if none did. */
  quarantinedYesterday?: number;
  /**
   * Within how many minutes half of the questions of the last 30 days were answered, as the sender's clock counts them; one
   * that still waits counts as long as it has. Absent without any.
   */
  medianAnswerMinutes?: number;
  /** The page views of the 28 days up to yesterday, oldest first, without days before the first that has figures. */
  days: { day: string; visitors: number }[];
  leads: WeekOfLeads;
  /** Endpoints that something failed at, or that are off; the mail server too, if the owner's own mails failed. */
  failedEndpoints: FailedEndpoint[];
  /** Leads still to be answered whose reply the mail server refused, the oldest first; at most `mostWaiting`. */
  failedReplies: { leadId: string; sender: string }[];
  /**
   * Persons that an erasure failed to erase, with the text they left; at most `mostWaiting`. Planning it again removes
   * one.
   */
  failedErasures: { id: string; person: string }[];
  /** ISO instant. */
  asOf: string;
}

export interface WaitingLead {
  id: string;
  /** The address they left, or the number. */
  sender: string;
  /** Their message on one line: at most 200 characters of it. */
  excerpt: string;
  answer: AnswerClock;
}

/** Without those in quarantine and those from a file. */
export interface WeekOfLeads {
  /** Since Monday, and in the whole week before. */
  thisWeek: number;
  lastWeek: number;
  /**
   * The main source of this week's leads: a campaign's source or a site's host, null if they came directly. Absent
   * unless one source leads: it has at least two leads and more than any other, or there's just one lead.
   */
  best?: { source: string | null; leads: number };
}

export interface FailedEndpoint {
  endpoint: ReplayDestination;
  /** Deliveries that aren't tried again unless the owner says so, the oldest made at `since`; null if there's none. */
  failed: number;
  since: string | null;
  /** It answered 410, so nothing is sent until the owner switches it on; `waiting` counts deliveries that wait for that. */
  isOff: boolean;
  waiting: number;
}
