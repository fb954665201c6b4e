import type { BookingStatus } from './booking.js';
import type { StoredFields } from './lead-fields.js';
import type { OneDeliveryAnswer } from './delivery.js';
import type { Bounce } from './subscriber.js';
import type { Accepted } from './visit.js';

/** The kinds whose senders were promised an answer within 24 hours; a signup needs none. They share one address. */
export const kindsToAnswer = ['setups', 'question', 'proposal'] as const;

/**
 * Kinds of form; a `proposal` is a time for a call, from a visitor whose calendar didn't load, a `booking` one in the owner's
 * own calendar.
 */
export const leadKinds = [
  ...kindsToAnswer,
  'booking',
  'newsletter',
  'video-signup',
  'prompt-signup',
] as const;
export type LeadKind = (typeof leadKinds)[number];

/** Topics a newsletter signup can ask for in addition to the letter: `agents`, that they open. */
export const signupKinds = ['agents'] as const;
export type SignupKind = (typeof signupKinds)[number];

export const leadStatuses = ['new', 'answered', 'archived'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** A quarantined lead waits for the owner; no webhook or mail is sent until she releases it. */
export type LeadVerdict = 'accepted' | 'quarantined' | 'released';

/** Why a lead may be spam. `disposable-domain` alone doesn't put it in quarantine; `owner`: she put it there. */
export type VerdictReason = 'honeypot' | 'too-fast' | 'disposable-domain' | 'owner';

/**
 * Where a lead is on the promise of 24 hours, counted from `receivedAt`: `due` while more than 6 hours are left, then
 * `soon`, then `late`; days off don't count; `in-time` or `answered-late` once it is answered.
 */
export type AnswerState = 'due' | 'soon' | 'late' | 'in-time' | 'answered-late';

export interface AnswerClock {
  state: AnswerState;
  /** ISO instant at which the 24 hours end. */
  dueAt: string;
}

const soonMs = 6 * 3_600_000;

/** The state of a lead nobody has answered yet, with `leftMs` until its answer is due (negative: past it). */
export function openAnswerState(leftMs: number): 'due' | 'soon' | 'late' {
  return leftMs < 0 ? 'late' : leftMs > soonMs ? 'due' : 'soon';
}

/** How certain it is which visit a lead came from; nothing is stored on the device that would say. */
export type VisitMatch = 'certain' | 'ambiguous' | 'unknown' | 'not-counted';

/** The promise to a sender of one of `kindsToAnswer`. */
export interface InquiryAnswer extends Accepted {
  /** ISO instant: an answer comes before then. */
  replyBy: string;
  /** The site's IANA time zone. */
  timeZone: string;
}

/** `documentUrl` opens the guide for 24 hours. */
export interface PromptSignupAnswer extends Accepted {
  documentUrl: string;
}

/** `GET /api/admin/leads`: newest first, or by `first=oldest`; `cursor` requests the next page and is absent on the last. */
export interface LeadsPage {
  leads: LeadOfPage[];
  cursor?: string;
}

export interface LeadOfPage extends StoredFields {
  id: string;
  kind: LeadKind;
  /** Set for some newsletter signups; null for one to the letter alone, and for other leads. */
  signupKind: SignupKind | null;
  status: LeadStatus;
  verdict: LeadVerdict;
  verdictReasons: string[];
  /** The sentence that a newsletter signup agreed to; null where it isn't known. */
  consent: string | null;
  /** As the client sent it. */
  timestamp: string;
  /** ISO instant, by the server's clock. */
  receivedAt: string;
  visit: {
    match: VisitMatch;
    firstPage: string | null;
    referrer: string | null;
    utmSource: string | null;
    utmMedium: string | null;
    utmCampaign: string | null;
  };
  /** ISO instant; null until it is answered. */
  answeredAt: string | null;
  /** Null if no answer is due: for signups, quarantined and imported leads, and leads archived without one. */
  answer: AnswerClock | null;
  note: string | null;
  /** The state of its webhook: not configured, waiting, delivered, or failed after every attempt. */
  delivery: 'none' | 'waiting' | 'delivered' | 'failed';
  /** A reply to it couldn't be sent. */
  replyFailed: boolean;
  /** It came from a file of earlier leads. */
  imported: boolean;
  bounce: Bounce | null;
}

/** `GET /api/admin/leads/:id`; its ETag is the revision, for the `If-Match` of a change. */
export interface OneLeadAnswer extends LeadOfPage {
  revision: number;
  /** Oldest first, each with its attempts. */
  deliveries: OneDeliveryAnswer[];
  /** Bookings that calendars reported for its address, oldest first. */
  bookings: LeadBooking[];
  /** Oldest first. */
  replies: LeadReply[];
  /** Whether a reply can be sent from here: there's a mail server and one plain address, and it isn't in quarantine. */
  canReply: boolean;
}

/** `sending` until the mail server has it or the last attempt has failed. */
export type ReplyState = 'sending' | 'sent' | 'failed';

/** The owner's answer. */
export interface LeadReply {
  id: string;
  subject: string;
  text: string;
  state: ReplyState;
  /** ISO instant. */
  createdAt: string;
  /** ISO instant; null until the mail server has accepted it. */
  sentAt: string | null;
  /** Why the last attempt failed: a reply code or the name of an error. */
  error: string | null;
}

/** `POST /api/admin/leads/:id/reply`: the same words to the same lead are one reply; if it failed, it's tried again. */
export interface ReplyBody {
  subject: string;
  text: string;
}

/** `GET /api/admin/leads/:id/timeline` */
export interface LeadTimeline {
  /** Oldest first. */
  entries: TimelineEntry[];
  /** The other leads of the same address or number, newest first, at most 100. */
  history: PastLead[];
}

export interface TimelineEntry {
  /** ISO instant. */
  at: string;
  what: 'page' | 'video' | 'form' | 'mail' | 'reply' | 'delivery' | 'booking' | 'note' | 'answered';
  /**
   * The path of a page, the title of a video, the kind of the form, the type of a mail, the subject of a reply, the
   * endpoint of a delivery, the status of a booking; empty for the rest.
   */
  name: string;
  /** For effects, the state in the outbox; for a video, the seconds watched; for a booking, when the meeting is. */
  state: string | null;
}

export interface PastLead extends Pick<LeadOfPage, 'id' | 'kind' | 'status' | 'verdict' | 'receivedAt'> {
  /** At most 300 characters. */
  idea: string | null;
}

export interface LeadBooking {
  id: string;
  status: BookingStatus;
  /** ISO instant; null where the calendar doesn't say. */
  startsAt: string | null;
  /** ISO instant. */
  occurredAt: string;
}

/** `PATCH /api/admin/leads/:id`: at least one of the two; a note of null removes it. */
export interface ChangeLeadBody {
  status?: LeadStatus;
  note?: string | null;
}

export const severalLeadsActions = [...leadStatuses, 'release', 'quarantine', 'erase'] as const;
export type SeveralLeadsAction = (typeof severalLeadsActions)[number];

/** `POST /api/admin/leads/several`: `erase` erases the persons who sent them. */
export interface SeveralLeadsBody {
  ids: string[];
  action: SeveralLeadsAction;
}
/** At once; `POST /api/admin/leads/csv` takes as many. */
export const mostSelected = 500;

/** How many leads it concerned; of `erase`, persons. */
export interface SeveralLeadsAnswer {
  count: number;
}

/** `GET /api/admin/leads/counts`: counting stops at `countLimit`, which means that many or more. */
export interface LeadCounts {
  /** New ones of the kinds that ask something, and of the others. */
  toAnswer: number;
  signUps: number;
  answered: number;
  archived: number;
  quarantined: number;
  /** Unanswered leads whose 24 hours are over. */
  late: number;
  /** The period for leads that was announced, and how many are older when it begins to hold; null where leads stay. */
  retention: { days: number; from: string; leads: number } | null;
}
export const countLimit = 1_000;

/** `needsConfirmation`: the signup only counts once the link in a mail has been followed (double opt-in). */
export interface NewsletterSignupAnswer extends Accepted {
  needsConfirmation: boolean;
}

/** `POST /api/admin/persons/erase`: how much was erased, by table, or the id of an erasure that isn't done yet (202). */
export type ErasePersonAnswer = { erased: Record<string, number> } | Accepted;
