import {
  bitsOfGoal,
  type CountedGoal,
  countedGoals as goalNames,
  funnelSteps,
  type FunnelStep,
  type GoalAnalytics,
} from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { GoalCounts, type GoalsTogether } from './count-goals.js';
import { goalRate } from './goal-rate.js';
import { loadQuery, resolveAll } from './query.js';
import { inSelection, type SessionsQuestion } from './in-selection.js';

const unjoinedLeads = loadQuery<GoalAnalytics['unjoined'][number]>('unjoined-leads');

/** What these sessions reached, and of the goal by what; with the leads of the same days that are in no session. */
export function readGoals(
  db: DataSource,
  question: SessionsQuestion,
  goal: CountedGoal = 'lead',
): Promise<GoalAnalytics> {
  return inSelection(db, question, async (snapshot, selected, { from, to }) => {
    const counts = new GoalCounts(goal);
    for await (const { day, kept } of selected) counts.add(day, kept);
    const read = await resolveAll({
      dimensions: counts.readDimensions(snapshot),
      unjoined: unjoinedLeads(snapshot, [from, to, question.timeZone]),
    });
    return { goal, ...describeTogether(counts.together), ...read };
  });
}

function describeTogether(together: GoalsTogether[]): Pick<GoalAnalytics, 'sessions' | 'goals' | 'funnel'> {
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
