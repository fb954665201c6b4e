import type { Days } from './analytics.js';
import { sessionDimensionNames } from './dimensions.js';
import { type LeadKind, leadKinds, type VisitMatch } from './lead.js';
import { goalBit, goals } from './session.js';
import type { Panel } from './session-analytics.js';

/** `lead` is any of the forms. */
export const countedGoals = ['lead', ...goals] as const;
export type CountedGoal = (typeof countedGoals)[number];

/** The bits of `sessions.goals`, one of which is set where the goal was reached. */
export function bitsOfGoal(goal: CountedGoal): number {
  return goal === 'lead' ? leadKinds.reduce((bits, kind) => bits | goalBit(kind), 0) : goalBit(goal);
}

/** Dimensions that a goal's rates are broken down by. */
export const goalDimensions = [
  'source',
  ...sessionDimensionNames,
  'entry',
  'page',
] as const satisfies Panel[];
export type GoalDimension = (typeof goalDimensions)[number];

/** A session is in a step if it did this and all before it, in whatever order. */
export const funnelSteps = ['session', 'learn-or-booking', 'form-opened', 'lead'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Why a lead is in no session: the first of these that holds (docs/analytics.md). */
export type UnjoinedReason = 'imported' | Exclude<VisitMatch, 'certain'> | 'released' | 'without-session';

/**
 * `GET /api/admin/analytics/goals?last=30d&filter=country:is:NL&goal=question`: the goals that the sessions of
 * `/sessions` reached. Range, comparison and filters are given as there; the goal, any lead by default, is that of the
 * dimensions.
 */
export interface GoalAnalytics {
  from: string;
  to: string;
  /** The days to compare with, whose figures are another call; null as in `/range`. */
  before: Days | null;
  goal: CountedGoal;
  sessions: number;
  /** In the order of `countedGoals`. */
  goals: GoalFigures[];
  dimensions: Record<GoalDimension, GoalRows>;
  /** In the order of `funnelSteps`. */
  funnel: { step: FunnelStep; sessions: number }[];
  /** Leads received in these days that are in no session, so in no rate, row or step above, whatever the filters. */
  unjoined: { kind: LeadKind; reason: UnjoinedReason; leads: number }[];
  asOf: string;
}

export interface GoalFigures extends GoalRate {
  goal: CountedGoal;
  /**
   * Received in these days, in a session or not; null for goals that aren't forms, and under filters, which only
   * sessions pass.
   */
  leads: number | null;
}

/** How many sessions reached a goal; the rates are rounded to five decimals. */
export interface GoalRate {
  reached: number;
  /** Share of all sessions, 0 to 1; null without a session. */
  rate: number | null;
  /** The 95 % interval of the rate (Wilson). */
  low: number;
  high: number;
  /** The interval is too wide to say much. */
  tooLittleData: boolean;
}

/** Most often reached first, then most sessions, at most `maxPanelRows`. */
export interface GoalRows {
  rows: GoalRow[];
  /** Values that aren't listed. */
  more: number;
}

export interface GoalRow extends GoalRate {
  /** As a filter has it. */
  value: string;
  sessions: number;
}
