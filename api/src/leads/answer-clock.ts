import type { Lead } from '@voordeur/contracts/db';
import { type AnswerClock, type AnswerState, kindsToAnswer } from '@voordeur/contracts/http';
import { type DaysOff, promisedBy } from '@voordeur/server';

const hourMs = 3_600_000;
/** With less than this left, the state is `soon`. */
const soonMs = 6 * hourMs;

type LeadToAnswer = Pick<Lead, 'kind' | 'status' | 'verdict' | 'receivedAt' | 'answeredAt' | 'imported'>;

/**
 * How a lead stands against the promise of an answer within 24 hours of `receivedAt`, days off left out. Null if no answer
 * is due: only inquiries and questions expect one, a quarantined lead may be spam, an archived lead is closed, and an
 * imported one is of the past.
 */
export function answerClock(lead: LeadToAnswer, nowMs: number, off: DaysOff): AnswerClock | null {
  if (!kindsToAnswer.some((kind) => kind === lead.kind)) return null;
  if (lead.verdict === 'quarantined' || lead.imported) return null;
  const dueMs = promisedBy(lead.receivedAt.getTime(), off);
  const state = lead.answeredAt
    ? lead.answeredAt.getTime() <= dueMs
      ? 'in-time'
      : 'answered-late'
    : lead.status === 'new'
      ? openState(dueMs - nowMs)
      : null;
  return state && { state, dueAt: new Date(dueMs).toISOString() };
}

function openState(leftMs: number): AnswerState {
  if (leftMs < 0) return 'late';
  return leftMs > soonMs ? 'due' : 'soon';
}
