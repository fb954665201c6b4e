import type { FromSchema } from 'json-schema-to-ts';
import { reportedGoals } from '../http/session.js';
import { client, instant, type KnownFields, traced, uuid } from '../schema.js';

/** A goal that a page reported, on its way; `id` is a UUIDv7 of `occurredAt`. */
export const goalEventSchema = {
  type: 'object',
  required: ['id', 'occurredAt', 'goal', 'address', 'userAgent'],
  properties: {
    id: uuid,
    occurredAt: instant,
    goal: { type: 'string', enum: reportedGoals },
    ...client,
    ...traced,
  },
} as const;

export type GoalEvent = KnownFields<FromSchema<typeof goalEventSchema>>;

export interface RecordGoals {
  events: GoalEvent[];
}
