import type { FromSchema } from 'json-schema-to-ts';
import { client, instant, type KnownFields, text, traced, uuid } from '../schema.js';

export const visitSources = ['beacon', 'edge', 'import'] as const;
export type VisitSource = (typeof visitSources)[number];

/** A page view on its way. `id` is a UUIDv7 of `occurredAt` (ISO, UTC); `address` and `userAgent` are as nginx saw them. */
export const visitEventSchema = {
  type: 'object',
  required: ['id', 'occurredAt', 'source', 'page', 'address', 'userAgent'],
  properties: {
    id: uuid,
    occurredAt: instant,
    source: { type: 'string', enum: visitSources },
    page: { type: 'string', minLength: 1 },
    referrer: text,
    /** One that the site had when it came. */
    language: { type: 'string', pattern: '^[A-Z]{2,3}$' },
    /** A program drives the browser. */
    webdriver: { type: 'boolean' },
    /** Data from another counter, in place of address and agent. */
    imported: {
      type: 'object',
      required: ['visitor'],
      properties: { visitor: text, country: { type: 'string', pattern: '^[A-Z]{2}$' }, city: text },
    },
    ...client,
    ...traced,
  },
} as const;

export type VisitEvent = KnownFields<FromSchema<typeof visitEventSchema>>;

/** One job carries the page views of a few milliseconds; its job id is the chunk's id (a UUID). */
export interface RecordVisits {
  events: VisitEvent[];
}

/** Large enough to spare Redis, small enough for a short transaction. */
export const chunkLimit = 500;
