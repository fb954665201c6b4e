import type { ReplayDestination } from './delivery.js';
import type { AnswerClock } from './lead.js';

/** The most that are listed of those who wait; the inbox has them all. */
export const mostWaiting = 5;

/** `GET /api/admin/home`: what the owner's day begins with, of one moment. Days and weeks are those of the site's zone. */
export interface HomeAnswer {
  /** Whose answer is due first comes first; at most `mostWaiting`. */
  waiting: WaitingLead[];
  /** How many wait in all, and how many are held back in quarantine; counting stops at `countLimit`. */
  waitingCount: number;
  quarantined: number;
  /** Of these, how many came yesterday; absent if none did. */
  quarantinedYesterday?: number;
  /** The page views of the 28 days up to yesterday, oldest first, without days before the first that has figures. */
  days: { day: string; visitors: number }[];
  leads: WeekOfLeads;
  /** Endpoints that something failed at, or that are off; the mail server too, if the owner's own mails failed. */
  failedEndpoints: FailedEndpoint[];
  /** Leads still to be answered whose reply the mail server refused, the oldest first; at most `mostWaiting`. */
  failedReplies: { leadId: string; sender: string }[];
  /** Persons that an erasure failed to erase, with what they left; at most `mostWaiting`. Planning it again removes one. */
  failedErasures: { id: string; person: string }[];
  /** ISO instant. */
  asOf: string;
}

export interface WaitingLead {
  id: string;
  /** The address they left, or the number. */
  sender: string;
  /** What they wrote, on one line: at most 200 characters of it. */
  excerpt: string;
  answer: AnswerClock;
}

/** Without those in quarantine and those from a file. */
export interface WeekOfLeads {
  /** Since Monday, and in the whole week before. */
  thisWeek: number;
  lastWeek: number;
  /**
   * Where most of this week's came from: a campaign's source or the host of a site, null if they came directly. Absent
   * unless one stands out: two of them have it in common and no other has as many, or there's just one lead.
   */
  best?: { source: string | null; leads: number };
}

export interface FailedEndpoint {
  endpoint: ReplayDestination;
  /** Deliveries that aren't tried again unless the owner says so, the oldest made at `since`; null if there's none. */
  failed: number;
  since: string | null;
  /** It answered 410, so nothing is sent there until the owner switches it on; what's `waiting` is for then. */
  isOff: boolean;
  waiting: number;
}
