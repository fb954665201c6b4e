import type { EntityManager } from 'typeorm';

const quarterHourMs = 15 * 60 * 1_000;

/**
 * Takes turns with everything else that writes sessions of these instants' days, until the transaction ends; its
 * commits are visible to the statements that follow. Call it after the rows are stored, so that all take their locks in
 * one order.
 */
export function lockDays(tx: EntityManager, timeZone: string, times: (string | Date)[]): Promise<void> {
  return lock(tx, 'pg_advisory_xact_lock', timeZone, times);
}

/** A page view: its visitor (bots have none) and its instant. */
interface View {
  visitor: Buffer | null;
  occurredAt: string;
}

// The update changes no row, but locks those that are there. In one order, so that two batches don't wait in a circle.
const lockVisitorsSql = `
  insert into day_visitors (day, visitor)
  select distinct (occurred_at at time zone $1)::date, visitor
  from unnest($2::timestamptz[], $3::bytea[]) as views (occurred_at, visitor) order by 1, 2
  on conflict (day, visitor) do update set visitor = excluded.visitor where false
  returning day::text`;

/**
 * The same for the sessions of these visitors alone, so that batches go side by side. Notes the visitors in `day_visitors`,
 * whose rows are the locks, and returns the day of each who is new to it. A batch of bots alone calls it too, as
 * `rebuildRollups` keeps batches out by locking that table first.
 */
export async function lockVisitors(tx: EntityManager, timeZone: string, views: View[]): Promise<string[]> {
  const byPeople = views.filter(({ visitor }) => visitor);
  const times = byPeople.map(({ occurredAt }) => occurredAt);
  const rows = await tx.query<{ day: string }[]>(lockVisitorsSql, [
    timeZone,
    times,
    byPeople.map(({ visitor }) => visitor),
  ]);
  await lock(tx, 'pg_advisory_xact_lock_shared', timeZone, times);
  return rows.map(({ day }) => day);
}

async function lock(
  tx: EntityManager,
  take: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
  timeZone: string,
  times: (string | Date)[],
): Promise<void> {
  // One instant for each is enough: no zone changes its offset within a quarter of an hour.
  const quarters = new Set(times.map((time) => Math.floor(new Date(time).getTime() / quarterHourMs)));
  const instants = [...quarters].map((quarter) => new Date(quarter * quarterHourMs));
  await tx.query(
    `select ${take}(hashtext('voordeur/sessions'), day - date '2000-01-01') from (
      select distinct (at at time zone $1)::date as day from unnest($2::timestamptz[]) as one (at) order by 1) as days`,
    [timeZone, instants],
  );
}
