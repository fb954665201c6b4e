import {
  type MyVisitShown,
  shownAtMost,
  type StoredGoal,
  type StoredPageView,
  type StoredVideoView,
} from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { OwnVisit } from './erase-visit.js';

/** Everything that is stored about a visit, newest first. */
export async function showVisit(
  tx: EntityManager,
  { visitor, from, to, firstId, endId }: OwnVisit,
): Promise<Omit<MyVisitShown, 'isProgram'>> {
  const pageViews = await tx.query<(StoredPageView & { count: number })[]>(
    `select occurred_at as "occurredAt", page, referrer, language, device, browser, system, suspicion, country,
      city, host(ip) as address,
      (count(*) over ())::int as count
    from visits where visitor = $1 and id >= $2 and id < $3 order by id desc limit $4`,
    [visitor, firstId, endId, shownAtMost],
  );
  const videoViews = await tx.query<(StoredVideoView & { count: number })[]>(
    `select occurred_at as "occurredAt", video_title as title, watched_seconds as "watchedSeconds", country, city,
      host(ip) as address, (count(*) over ())::int as count
    from video_views where visitor = $1 and occurred_at >= $2 and occurred_at < $3
    order by occurred_at desc limit $4`,
    [visitor, from, to, shownAtMost],
  );
  const goals = await tx.query<(StoredGoal & { count: number })[]>(
    `select occurred_at as "occurredAt", goal, (count(*) over ())::int as count
    from reached_goals where visitor = $1 and occurred_at >= $2 and occurred_at < $3
    order by occurred_at desc, goal limit $4`,
    [visitor, from, to, shownAtMost],
  );
  return {
    pageViewCount: pageViews[0]?.count ?? 0,
    videoViewCount: videoViews[0]?.count ?? 0,
    pageViews: pageViews.map(({ count: _, ...view }) => view),
    videoViews: videoViews.map(({ count: _, ...view }) => view),
    goalCount: goals[0]?.count ?? 0,
    goals: goals.map(({ count: _, ...goal }) => goal),
  };
}
