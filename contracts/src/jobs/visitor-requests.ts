import type { FromSchema } from 'json-schema-to-ts';
import type { MyVisitErased, MyVisitShown } from '../http/my-visit.js';
import { client, type KnownFields } from '../schema.js';

/**
 * `destination` of the effects in the outbox that are a visitor's requests about their own visit of today. Their `type`
 * is the action, and `eventId` a digest of the receipt, so the stored row opens nothing.
 */
export const visitorRequests = 'visitor-requests';

/** The payload until it's answered. Only a worker can find the visit: it alone may read the day's salt. */
export const visitorRequestSchema = {
  type: 'object',
  required: ['address', 'userAgent'],
  properties: { ...client },
} as const;

export type VisitorRequest = KnownFields<FromSchema<typeof visitorRequestSchema>>;

/** The payload from then on. */
export interface VisitorRequestAnswered {
  /** Set after a `show`: the visit's hash (hex), by which a later erasure finds it. */
  visitor?: string;
  answer: MyVisitShown | MyVisitErased;
}

/** How long an answer is kept. */
export const visitorAnswerMinutes = 5;
