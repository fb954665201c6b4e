import type { FromSchema } from 'json-schema-to-ts';
import { client, instant, type KnownFields, text, traced, uuid } from '../schema.js';
import { type LeadKind, signupKinds } from '../http/lead.js';
import { leadFields, type LeadFieldName } from '../http/lead-fields.js';

/** Job names on the `signups` queue, by kind of lead; a proposal and a booking travel as a question. */
export const signupJobNames = {
  setups: 'setups-inquiry',
  question: 'question',
  newsletter: 'newsletter-signup',
  'video-signup': 'video-signup',
  'prompt-signup': 'prompt-signup',
} as const satisfies Record<Exclude<LeadKind, 'proposal' | 'booking'>, string>;

const schemaOfType = { line: text, lines: text, seconds: { type: 'integer' } } as const;

/** Limits aren't checked again: a lead that was accepted under another version's must not be lost. */
const enteredSchemas = Object.fromEntries(
  Object.entries(leadFields).map(([name, { type }]) => [name, schemaOfType[type]]),
) as { readonly [Name in LeadFieldName]: (typeof schemaOfType)[(typeof leadFields)[Name]['type']] };

/** A lead on its way; the job's id is the lead's. `timestamp` is by the client's clock, `receivedAt` by the server's. */
export const acceptLeadSchema = {
  type: 'object',
  required: ['id', 'receivedAt', 'kind', 'timestamp', 'address', 'userAgent'],
  properties: {
    id: uuid,
    receivedAt: instant,
    kind: { type: 'string', enum: Object.keys(signupJobNames) as (keyof typeof signupJobNames)[] },
    /** A question that proposes a time. A worker of an earlier version stores it as a question. */
    isProposal: { type: 'boolean' },
    /** A booking in the owner's own calendar, likewise. */
    isBooking: { type: 'boolean' },
    /** For newsletter signups, the body's own `kind`. */
    signupKind: { type: 'string', enum: signupKinds },
    ...enteredSchemas,
    /** Where it isn't `email` in lower case: an erasure finds the job by it. */
    emailKey: text,
    /** One that the site had when it came. */
    language: { type: 'string', pattern: '^[A-Z]{2,3}$' },
    /** The sentence that the newsletter's form showed. */
    consent: text,
    timestamp: text,
    ...client,
    ...traced,
    idempotencyKey: text,
    /** The honeypot was filled in. */
    honeypot: { type: 'boolean' },
    elapsedMs: { type: 'number' },
    /** Asked for by the visitor or the browser: no visit is looked for. */
    notCounted: { type: 'boolean' },
    claims: {
      type: 'object',
      required: ['content', 'body'],
      properties: { content: text, key: text, body: text },
    },
  },
} as const;

export type AcceptLead = KnownFields<FromSchema<typeof acceptLeadSchema>>;

/** On the `signups` queue too: the owner releases a lead from quarantine. */
export const releaseLeadSchema = {
  type: 'object',
  required: ['leadId'],
  properties: { leadId: uuid, ...traced },
} as const;

export type ReleaseLead = KnownFields<FromSchema<typeof releaseLeadSchema>>;
export const releaseLeadJobName = 'release-lead';
