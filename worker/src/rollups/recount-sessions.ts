import { readTimeZone } from '@voordeur/server';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { allSessionColumns, recountedSessions, visitorsOf } from '../sessions/session-sql.js';
import { lockDays } from '../sessions/lock-sessions.js';
import { addNames } from '../sessions/names.js';
import type { Stretch } from './find-differences.js';
import { allTime, firstId, isSealedDay, localDay } from './rollup-subject.js';

const columns = allSessionColumns.join(', ');

/**
 * SQL: the rows `sessions` should have for the raw rows between the instants `$2` and `$3` on whose day (`$1`: zone)
 * `onDay` holds.
 */
export const recountedOn = (onDay: (day: string) => string) =>
  recountedSessions(
    `id >= ${firstId('$2::timestamptz')} and id < ${firstId('$3::timestamptz')} and ${onDay(localDay)}`,
    `occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz and ${onDay(localDay)}`,
  );

/** Deletes the sessions of the days for which `onDay` holds and counts them again; call it where nothing else writes. */
export async function rebuildSessions(
  tx: EntityManager,
  onDay: (day: string) => string,
  params: string[],
): Promise<void> {
  const expressions = recountedOn(onDay);
  await tx.query('lock table sessions in exclusive mode');
  // Each statement has all of the parameters.
  await tx.query(`delete from sessions where ${onDay('day')} and started_at between $2 and $3`, params);
  await tx.query(
    // In the order in which they'd have come in, so that the sessions of some days lie together.
    `with ${expressions} insert into sessions (${columns}) select ${columns} from recounted order by started_at`,
    params,
  );
}

/**
 * Counts the sessions of all page views older than `sessions`. The next reconciliation counts those that workers of the
 * previous version store meanwhile.
 */
export async function buildSessions(db: DataSource): Promise<void> {
  await db.transaction(async (tx) => {
    const timeZone = await readTimeZone(tx);
    const [row] = await tx.query<{ missing: boolean }[]>(
      `select exists (select from visits where bot_reason is null) and not exists (select from sessions) as missing`,
    );
    if (!row?.missing || timeZone === null) return;
    await addNames(tx, 'true', []);
    await rebuildSessions(tx, (day) => `not ${isSealedDay(day, '$1')}`, [timeZone, ...allTime]);
  });
}

/**
 * The visitors whose sessions on the stretch's days for which `onDay` holds differ from a recount, in the caller's
 * snapshot.
 */
export async function findDifferingVisitors(
  snapshot: QueryRunner,
  onDay: (day: string) => string,
  { timeZone, from, to }: Stretch,
): Promise<string[]> {
  const kept = `select ${columns} from sessions where ${onDay('day')} and started_at >= $2 and started_at < $3`;
  const recount = `select ${columns} from recounted`;
  const rows = (await snapshot.query(
    `with ${recountedOn(onDay)}
    select distinct visitor from (
      ((${recount}) except (${kept})) union all ((${kept}) except (${recount}))) as differing`,
    [timeZone, from, to],
  )) as { visitor: string }[];
  return rows.map(({ visitor }) => visitor);
}

/** Visitors are corrected in batches of this size, so that new page views don't wait for long. */
const visitorsAtOnce = 2_000;

const ofVisitors = (param: string) => `visitor = any(${visitorsOf(param)})`;

/** Counts these visitors' sessions again, from all of their rows. Whatever comes in meanwhile is counted once. */
export async function recountVisitors(db: DataSource, visitors: string[], timeZone: string): Promise<void> {
  for (let start = 0; start < visitors.length; start += visitorsAtOnce) {
    const some = visitors.slice(start, start + visitorsAtOnce);
    await db.transaction(async (tx) => {
      const days = await tx.query<{ at: Date }[]>(
        `select distinct on ((at at time zone $1)::date) at from (
          select occurred_at as at from visits where ${ofVisitors('$2')}
          union all select started_at from sessions where visitor = any($2::uuid[])) as times`,
        [timeZone, some],
      );
      await lockDays(
        tx,
        timeZone,
        days.map(({ at }) => at),
      );
      await addNames(tx, ofVisitors('$1'), [some]);
      await tx.query('delete from sessions where visitor = any($1::uuid[])', [some]);
      await tx.query(
        `with ${recountedSessions(ofVisitors('$2'), ofVisitors('$2'))}
        insert into sessions (${columns}) select ${columns} from recounted`,
        [timeZone, some],
      );
    });
  }
}
