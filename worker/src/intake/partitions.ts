import { firstIdAt } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';
import { DateTime } from 'luxon';

/** The month (UTC, `YYYY-MM`) whose partition of `visits` takes an event of this instant. */
export function monthOfEvent(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7);
}

/** One process's knowledge of which months can be written to. */
export class VisitPartitions {
  private readonly open = new Set<string>();

  constructor(private readonly db: DataSource) {}

  /** Creates the missing partitions of these months and returns which months are sealed, and so refused. */
  async prepare(months: Iterable<string>): Promise<Set<string>> {
    const sealed = new Set<string>();
    for (const month of new Set(months)) {
      if (this.open.has(month)) continue;
      if (await makePartition(this.db, month)) this.open.add(month);
      else sealed.add(month);
    }
    return sealed;
  }

  /** Call it after a partition was dropped while we were writing. */
  forget(): void {
    this.open.clear();
  }
}

/** Creates the month's partitions, of page views and of sessions, if they're missing. False if the month is sealed and gets none. */
export async function makePartition(db: DataSource, month: string): Promise<boolean> {
  const start = DateTime.fromFormat(month, 'yyyy-MM', { zone: 'utc' });
  return db.transaction(async (tx) => {
    await lockPartitions(tx);
    const sealed: unknown[] = await tx.query('select 1 from sealed_months where month = $1', [
      start.toISODate(),
    ]);
    if (sealed.length > 0) return false;
    await tx.query('select make_visits_partition($1, $2, $3)', [
      start.toISODate(),
      firstIdAt(start.toMillis()),
      firstIdAt(start.plus({ month: 1 }).toMillis()),
    ]);
    return true;
  });
}

/** Creating partitions and the retention that seals and drops them take turns. */
export async function lockPartitions(tx: EntityManager): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/visit-partitions'))`);
}

const monthsAhead = 3;

/** Creates the partitions of this month and the next three, so that no visit waits for one. */
export async function makePartitionsAhead(db: DataSource, now: Date): Promise<void> {
  const thisMonth = DateTime.fromJSDate(now, { zone: 'utc' }).startOf('month');
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    await makePartition(db, thisMonth.plus({ months: ahead }).toFormat('yyyy-MM'));
  }
}
