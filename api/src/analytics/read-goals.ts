import {
  bitsOfGoal,
  type CountedGoal,
  countedGoals as goalNames,
  funnelSteps,
  type FunnelStep,
  type GoalAnalytics,
  type LeadKind,
  type UnjoinedReason,
} from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { GoalCounts, type GoalsTogether } from './count-goals.js';
import { goalRate } from './goal-rate.js';
import { loadQuery } from './query.js';
import { inSelection, type SessionsQuestion } from './in-selection.js';

interface LeadsOfDays {
  kind: LeadKind;
  /** Null for those of a session. */
  reason: UnjoinedReason | null;
  leads: number;
}
const leadsOfDays = loadQuery<LeadsOfDays>('leads-of-days');

/** Counts the goals that these sessions reached, one of them by each value, and the leads of the same days, in a session or not. */
export function readGoals(
  db: DataSource,
  question: SessionsQuestion,
  goal: CountedGoal = 'lead',
): Promise<GoalAnalytics> {
  return inSelection(db, question, async (snapshot, selected, { from, to }) => {
    const counts = new GoalCounts(goal);
    for await (const { day, kept } of selected) counts.add(day, kept);
    const leads = await leadsOfDays(snapshot, [from, to, question.timeZone]);
    const { goals, ...described } = describeTogether(counts.together);
    return {
      ...{ goal, ...described, dimensions: counts.rates },
      goals: goals.map((one) => ({
        ...one,
        leads: question.filters.length > 0 ? null : countLeads(leads, one.goal),
      })),
      unjoined: leads.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }])),
    };
  });
}

function countLeads(leads: LeadsOfDays[], goal: CountedGoal): number | null {
  if (bitsOfGoal(goal) & ~bitsOfGoal('lead')) return null;
  const counted = leads.filter(({ kind }) => goal === 'lead' || kind === goal);
  return counted.reduce((sum, row) => sum + row.leads, 0);
}

function describeTogether(together: GoalsTogether[]) {
  const count = (holds: (row: GoalsTogether) => boolean) =>
    together.reduce((sum, row) => sum + (holds(row) ? row.sessions : 0), 0);
  const sessions = count(() => true);
  return {
    sessions,
    goals: goalNames.map((name) => ({
      goal: name,
      ...goalRate(
        count((row) => hasReached(row, name)),
        sessions,
      ),
    })),
    funnel: funnelSteps.map((step, place) => ({
      step,
      sessions: count((row) => funnelSteps.slice(0, place + 1).every((one) => isIn[one](row))),
    })),
  };
}

const hasReached = ({ bits }: GoalsTogether, goal: CountedGoal) => (bits & bitsOfGoal(goal)) !== 0;

const isIn: Record<FunnelStep, (row: GoalsTogether) => boolean> = {
  session: () => true,
  'learn-or-booking': ({ sawForms }) => sawForms,
  'form-opened': (row) => hasReached(row, 'form-opened'),
  lead: (row) => hasReached(row, 'lead'),
};
