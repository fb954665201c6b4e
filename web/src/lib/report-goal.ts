import type { GoalBody, ReportedGoal } from '@voordeur/contracts/http';
import { isCounted, whenSeen } from './counting-choice';
import { postBeacon } from './post-beacon';

/** On which page each was reported last. */
const reportedOn = new Map<ReportedGoal, string>();

/**
 * Reports that the visitor opened something, as page views are counted: not where those aren't. Once for each page in a row,
 * since a session counts a goal once and a new one begins with another page. A failure is silent.
 */
export function reportGoal(goal: ReportedGoal): void {
  whenSeen(() => {
    const { pathname } = location;
    if (!isCounted() || reportedOn.get(goal) === pathname) return;
    reportedOn.set(goal, pathname);
    void postBeacon('/api/goal', { goal } satisfies GoalBody).catch(() => undefined);
  });
}
