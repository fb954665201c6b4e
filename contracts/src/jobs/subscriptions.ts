import type { FromSchema } from 'json-schema-to-ts';
import { instant, type KnownFields, text, traced, uuid } from '../schema.js';

/** Somebody pressed the button on the page that a mail to a subscriber links to; `id` is this press's own. */
export const confirmSubscriberSchema = {
  type: 'object',
  required: ['id', 'receivedAt', 'subscriberId'],
  properties: {
    id: uuid,
    receivedAt: instant,
    subscriberId: uuid,
    ...traced,
  },
} as const;

export type ConfirmSubscriber = KnownFields<FromSchema<typeof confirmSubscriberSchema>>;

/** How long a confirmation link is valid, from the signup on; the mail says so too. */
export const confirmWithinDays = 7;

/** On the `signups` queue. */
export const confirmSubscriberJobName = 'newsletter-confirm';
/** The same queue and schema: who was unsubscribed by somebody else comes back. */
export const undoUnsubscribeJobName = 'newsletter-undo';

/** An unsubscribe on its way: an address, or the lead whose mail contained the link (links contain no address). */
export const suppressEmailSchema = {
  type: 'object',
  required: ['id', 'receivedAt'],
  properties: {
    id: uuid,
    receivedAt: instant,
    email: text,
    /** Where it isn't `email` in lower case: an erasure finds the job by it. */
    emailKey: text,
    leadId: uuid,
    ...traced,
  },
  anyOf: [{ required: ['email'] }, { required: ['leadId'] }],
} as const;

export type SuppressEmail = KnownFields<FromSchema<typeof suppressEmailSchema>>;
