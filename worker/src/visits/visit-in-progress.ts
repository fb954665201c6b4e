import type { BotClass, BotReason } from '@voordeur/contracts/http';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import type { Place, Places } from '../platform/geoip.js';

/** A visit between its job and its row: each step puts its part on it. */
export interface VisitInProgress extends VisitEvent {
  bot: { reason: BotReason; botClass: BotClass; name: string } | null;
  place: Place;
  referrerHost: string | null;
  campaign: { source: string | null; medium: string | null; campaign: string | null };
  visitor: Buffer | null;
  ip: string | null;
  /** The same page view's record from the other source, which becomes no row. */
  joinedId: string | null;
}

/** Why an event is no row, on purpose; counted by day. */
export type DropReason = 'person-at-edge' | 'seen-at-both' | 'sealed-month' | 'bot-video-view';

export interface Dropped {
  dropped: DropReason;
}

/** What the steps need to know beside the visit. */
export interface VisitContext {
  places: Places;
  /** The product's own host, which is no referrer. */
  ownHost: string;
  ipPrivacy: 'truncate' | 'full';
  /** The salt of the day (in the site's zone) on which the visit took place. */
  saltAt: (timeMs: number) => Buffer;
}

/** Puts its part on the visit it is given (a copy for each of seven steps was a tenth of the work) or drops it. */
export type VisitStep = (visit: VisitInProgress, context: VisitContext) => VisitInProgress | Dropped;
