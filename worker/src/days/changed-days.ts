import type { EntityManager } from 'typeorm';

/**
 * Notes that rows of these instants were added, changed or removed, in the transaction that did so: their days, of `timeZone`, are
 * made again. It adds rows and takes no lock, so nothing waits for it.
 */
export async function noteChangedDays(
  tx: EntityManager,
  timeZone: string,
  times: (string | Date)[],
): Promise<void> {
  if (times.length === 0) return;
  await tx.query(
    `insert into changed_days (day) select distinct (at at time zone $1)::date from unnest($2::timestamptz[]) as one (at)`,
    [timeZone, times],
  );
}

/** Notes the days of everything that was stored in the last hour. */
export async function noteRecentDays(db: EntityManager, timeZone: string): Promise<void> {
  await db.query(
    `insert into changed_days (day)
    select distinct (occurred_at at time zone $1)::date from (
      select occurred_at from visits where stored_at > now() - interval '1 hour'
      union all select occurred_at from video_views where stored_at > now() - interval '1 hour'
      union all select occurred_at from reached_goals where occurred_at > now() - interval '1 hour') as recent`,
    [timeZone],
  );
}
