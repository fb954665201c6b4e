import { type CountedGoal, type GoalAnalytics, type GoalRow } from '@voordeur/contracts/http';
import { expect } from 'vitest';
import { valuesOf, type WatchedSession } from './recount-filters.js';

const signups = ['setups', 'question', 'newsletter', 'video-signup', 'prompt-signup'];
const others = ['newsletter-confirmed', 'calendar-opened', 'booked', 'video-30', 'video-gate', 'form-opened'];
const forms = [...signups, 'proposal', 'booking'];
const dimensions = ['source', 'referrer', 'campaign', 'entry', 'page', 'country', 'language'] as const;
const leadsToForm = /^(\/[a-z]{2})?\/(learn|booking)$/;

type Counted = Pick<GoalAnalytics, 'sessions' | 'funnel'> & {
  goals: Omit<GoalAnalytics['goals'][number], 'leads'>[];
  dimensions: Record<(typeof dimensions)[number], Map<string, GoalRow>>;
};

/** The api's expected answer about these sessions, counted one after another. */
export function countGoals(sessions: WatchedSession[], goal: CountedGoal): Counted {
  const stepsOf = (session: WatchedSession) => {
    const steps = [
      session.pages.some((page) => leadsToForm.test(page)),
      session.goals.includes('form-opened'),
      session.goals.some((one) => forms.includes(one)),
    ];
    const missed = steps.indexOf(false);
    return 1 + (missed === -1 ? steps.length : missed);
  };
  const names = ['session', 'learn-or-booking', 'form-opened', 'lead'] as const;
  return {
    sessions: sessions.length,
    goals: ['lead', ...signups, ...others, 'proposal', 'booking'].map((name) => ({
      goal: name as CountedGoal,
      ...rateOf(sessions.filter((session) => hasReached(session, name)).length, sessions.length),
    })),
    funnel: names.map((step, place) => ({
      step,
      sessions: sessions.filter((session) => stepsOf(session) > place).length,
    })),
    dimensions: Object.fromEntries(
      dimensions.map((dimension) => [dimension, countDimension(sessions, dimension, goal)]),
    ) as Counted['dimensions'],
  };
}

const hasReached = ({ goals }: WatchedSession, goal: string) =>
  goal === 'lead' ? goals.some((one) => forms.includes(one)) : goals.includes(goal);

function countDimension(
  sessions: WatchedSession[],
  dimension: (typeof dimensions)[number],
  goal: CountedGoal,
): Map<string, GoalRow> {
  const counts = new Map<string, [sessions: number, reached: number]>();
  for (const session of sessions)
    for (const value of new Set(valuesOf(session, dimension))) {
      const [all, reached] = counts.get(value) ?? [0, 0];
      counts.set(value, [all + 1, reached + (hasReached(session, goal) ? 1 : 0)]);
    }
  return new Map(
    [...counts].map(([value, [all, reached]]) => [value, { value, sessions: all, ...rateOf(reached, all) }]),
  );
}

/** The interval by its definition: the rates that lie 1.96 standard deviations from the observed one, found by halving. */
function rateOf(reached: number, sessions: number) {
  if (sessions === 0) return { reached, rate: null, low: 0, high: 1, tooLittleData: true };
  const seen = reached / sessions;
  const deviations = (rate: number) => Math.abs(seen - rate) / Math.sqrt((rate * (1 - rate)) / sessions);
  const bound = (end: number) => {
    let [inside, outside] = [seen, end];
    for (let step = 0; step < 60; step += 1) {
      const middle = (inside + outside) / 2;
      if (deviations(middle) <= 1.959963984540054) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  const [low, high] = [bound(0), bound(1)];
  // The api's are rounded.
  const about = (share: number) => expect.closeTo(share, 4) as number;
  return {
    ...{ reached, rate: about(seen), low: about(low), high: about(high) },
    tooLittleData: high - low > 0.1,
  };
}
