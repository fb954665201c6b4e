import type { Lead } from '@voordeur/contracts/db';
import { type AnswerClock, kindsToAnswer, openAnswerState } from '@voordeur/contracts/http';
import { type DaysOff, promisedBy } from '@voordeur/server';

type LeadToAnswer = Pick<Lead, 'kind' | 'status' | 'verdict' | 'receivedAt' | 'answeredAt' | 'imported'>;

/**
 * Where a lead is on the promise of an answer within 24 hours of `receivedAt`, days off left out. Null if no answer is
 * due: only inquiries and questions expect one, a quarantined lead may be spam, an archived lead is closed, and an
 * imported one is of the past.
 */
export function answerClock(lead: LeadToAnswer, nowMs: number, off: DaysOff): AnswerClock | null {
  if (!kindsToAnswer.some((kind) => kind === lead.kind)) return null;
  if (lead.verdict === 'quarantined' || lead.imported) return null;
  if (!lead.answeredAt) return lead.status === 'new' ? clockOf(lead.receivedAt, nowMs, off) : null;
  const dueMs = promisedBy(lead.receivedAt.getTime(), off);
  return {
    state: lead.answeredAt.getTime() <= dueMs ? 'in-time' : 'answered-late',
    dueAt: new Date(dueMs).toISOString(),
  };
}

/** The same of a lead that waits for its answer. */
export function clockOf(receivedAt: Date, nowMs: number, off: DaysOff): AnswerClock {
  const dueMs = promisedBy(receivedAt.getTime(), off);
  return { state: openAnswerState(dueMs - nowMs), dueAt: new Date(dueMs).toISOString() };
}
