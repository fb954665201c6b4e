import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../schema.js';
import { gateSeconds } from './video-view.js';

/**
 * A session can reach these, in the order of their bits in `sessions.goals`: one is never moved, only added. The
 * `leadKinds` among them are forms that were sent.
 */
export const goals = [
  'setups',
  'question',
  'newsletter',
  'video-signup',
  'prompt-signup',
  'newsletter-confirmed',
  'calendar-opened',
  'booked',
  'video-30',
  'video-gate',
  'form-opened',
  'proposal',
  'booking',
] as const;
export type Goal = (typeof goals)[number];

/** The goal's bit. */
export function goalBit(goal: Goal): number {
  return 1 << goals.indexOf(goal);
}

/** Goals that a page reports as they happen. The others follow from stored data. */
export const reportedGoals = ['calendar-opened', 'form-opened'] as const satisfies Goal[];
export type ReportedGoal = (typeof reportedGoals)[number];

/** The body of `POST /api/goal`. */
export const goalBodySchema = {
  type: 'object',
  required: ['goal'],
  properties: { goal: { type: 'string', enum: reportedGoals } },
} as const;
export type GoalBody = KnownFields<FromSchema<typeof goalBodySchema>>;

/** A video watched for this many seconds reaches the goal. */
export const videoGoals = [
  { goal: 'video-30', seconds: 30 },
  { goal: 'video-gate', seconds: gateSeconds },
] as const satisfies { goal: Goal; seconds: number }[];

/**
 * Where a session came from: an assistant, a marked link, a search engine, another site, or nowhere. `sessions.source` is a place
 * in this list: none is ever moved.
 */
export const sourceClasses = ['direct', 'search', 'referral', 'campaign', 'assistant'] as const;
export type SourceClass = (typeof sourceClasses)[number];
