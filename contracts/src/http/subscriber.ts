export const subscriberStates = ['confirmed', 'pending', 'unsubscribed'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** By the link in a mail, by the form alone (no mail server was set up), or as a file of earlier leads said. */
export type ConfirmedBy = 'mail' | 'form' | 'import';

/** Mail to this address was refused for good, and it hasn't signed up again since. */
export interface Bounce {
  /** ISO, UTC */
  at: string;
  /** The enhanced status code (RFC 3463) like `5.1.1`, or the reply code. */
  status: string;
}

/** `POST /api/admin/subscribers/search`. In a body, because an address in a URL ends up in logs. */
export interface SubscriberSearch {
  /** `confirmed` if absent. */
  state?: SubscriberState;
  /** Contained in the address, ignoring case. */
  q?: string;
  /** The last one of the previous page. */
  cursor?: string;
}

/** The newest signup first; `cursor` requests the next page and is absent on the last. */
export interface SubscribersPage {
  subscribers: SubscriberOfPage[];
  cursor?: string;
}

export interface SubscriberOfPage {
  /** Their signup, which is a lead. */
  id: string;
  email: string;
  state: SubscriberState;
  language: string;
  consent: ShownConsent;
  bounce: Bounce | null;
}

/** Times are ISO, UTC. */
export interface ShownConsent {
  /** As the form showed it; null where it isn't known. */
  sentence: string | null;
  givenAt: string;
  confirmedAt: string | null;
  confirmedBy: ConfirmedBy | null;
  withdrawnAt: string | null;
}

/** `GET /api/admin/subscribers/counts` */
export type SubscriberCounts = Record<SubscriberState, number>;
