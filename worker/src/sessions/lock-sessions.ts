import type { EntityManager } from 'typeorm';

const quarterHourMs = 15 * 60 * 1_000;

/**
 * Takes turns with everything else that writes sessions of these instants' days, until the transaction ends; what it
 * committed is visible to the statements that follow. Call it after the rows are stored, so that all take their locks in one order.
 */
export async function lockSessions(
  tx: EntityManager,
  timeZone: string,
  times: (string | Date)[],
): Promise<void> {
  // One instant for each is enough: no zone changes its offset within a quarter of an hour.
  const quarters = new Set(times.map((time) => Math.floor(new Date(time).getTime() / quarterHourMs)));
  const instants = [...quarters].map((quarter) => new Date(quarter * quarterHourMs));
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('voordeur/sessions'), day - date '2000-01-01') from (
      select distinct (at at time zone $1)::date as day from unnest($2::timestamptz[]) as one (at) order by 1) as days`,
    [timeZone, instants],
  );
}
