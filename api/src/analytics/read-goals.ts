import {
  bitsOfGoal,
  type CountedGoal,
  countedGoals as goalNames,
  funnelSteps,
  type FunnelStep,
  type GoalAnalytics,
  type GoalDimension,
  goalDimensions,
  type GoalRows,
  sourceClasses,
} from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { type CountedGoals, countedGoals } from './count-goals.js';
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
    const { counted, unjoined } = await resolveAll({
      counted: snapshot.query<CountedGoals>({
        text: countedGoals(selected, goal),
        values: selected.values,
      }),
      unjoined: unjoinedLeads(snapshot, [from, to, question.timeZone]),
    });
    return { goal, ...describeGoals(counted.rows), unjoined };
  });
}

function describeGoals(
  rows: CountedGoals[],
): Pick<GoalAnalytics, 'sessions' | 'goals' | 'dimensions' | 'funnel'> {
  const dimensions = Object.fromEntries(
    goalDimensions.map((dimension) => [dimension, { rows: [], more: 0 }]),
  ) as unknown as Record<GoalDimension, GoalRows>;
  const together = rows.filter(({ dimension }) => dimension === 'goals');
  const count = (holds: (row: CountedGoals) => boolean) =>
    together.reduce((sum, row) => sum + (holds(row) ? row.sessions : 0), 0);
  for (const { dimension, value, sessions, reached, more } of rows) {
    if (dimension === 'goals') continue;
    const name = dimension === 'source' ? (sourceClasses[Number(value)] ?? value) : value;
    dimensions[dimension].rows.push({ value: name, sessions, ...goalRate(reached, sessions) });
    dimensions[dimension].more = more;
  }
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
    dimensions,
    funnel: funnelSteps.map((step, place) => ({
      step,
      sessions: count((row) => funnelSteps.slice(0, place + 1).every((one) => isIn[one](row))),
    })),
  };
}

const hasReached = ({ value }: CountedGoals, goal: CountedGoal) => (Number(value) & bitsOfGoal(goal)) !== 0;

const isIn: Record<FunnelStep, (row: CountedGoals) => boolean> = {
  session: () => true,
  'learn-or-booking': ({ sawForms }) => sawForms === true,
  'form-opened': (row) => hasReached(row, 'form-opened'),
  lead: (row) => hasReached(row, 'lead'),
};
