import type { DataSource, EntityManager } from 'typeorm';
import { fromDays } from './reconcile-rollups.js';
import { rebuildSessions } from './recount-sessions.js';
import { addSql, groupSql, monthly, withMonthly } from './rollup.js';
import { allTime, rollupSubjects, type RollupSubject, isSealedDay } from './rollup-subject.js';
import { readTimeZone, writeTimeZone } from '@voordeur/server';

/**
 * Deletes the figures of all open days and recounts them from the raw rows in `timeZone`, which becomes the database's
 * zone; all or nothing. Days that overlap a sealed month, in the old zone or the new one, stay as they are. Waits for
 * running batches and blocks new ones while it runs.
 */
export async function rebuildRollups(db: DataSource, timeZone: string): Promise<void> {
  await db.transaction(async (tx) => {
    const oldTimeZone = (await readTimeZone(tx)) ?? timeZone;
    const params = [timeZone, ...allTime, oldTimeZone];
    for (const subject of rollupSubjects) await rebuildSubject(tx, subject, params);
    await rebuildSessions(tx, isOpenDay, params);
    await writeTimeZone(tx, timeZone);
  });
}

/** SQL: whether this day can be recounted; `$1` is the new zone, `$4` the old one. */
const isOpenDay = (day: string) => `not ${isSealedDay(day, '$1')} and not ${isSealedDay(day, '$4')}`;

async function rebuildSubject(tx: EntityManager, subject: RollupSubject, params: string[]): Promise<void> {
  const tables = withMonthly(subject.rollups).map((rollup) => rollup.table);
  // The members first, as batches do.
  await tx.query(`lock table ${[subject.members.table, ...tables].join(', ')} in exclusive mode`);
  const [newZone, , , oldZone] = params;
  const clear = async (table: string, period: string) => {
    await tx.query(
      `delete from ${table} where not ${isSealedDay(`${period}::date`, '$1')} and not ${isSealedDay(`${period}::date`, '$2')}`,
      [newZone, oldZone],
    );
  };
  const expressions = subject.recounted(isOpenDay);
  const { members } = subject;
  await clear(members.table, 'day');
  await tx.query(
    `with ${expressions} insert into ${members.table} (${members.columns.join(', ')})
    select ${members.columns.join(', ')} from ${members.from} on conflict do nothing`,
    params,
  );
  for (const rollup of subject.rollups) {
    const [period] = Object.keys(rollup.keys);
    await clear(rollup.table, period ?? '');
    await tx.query(`with ${expressions} ${addSql(rollup, groupSql(rollup))}`, params);
    const twin = monthly(rollup);
    if (!twin) continue;
    await tx.query(`delete from ${twin.table}`);
    await tx.query(
      `with days as (select * from ${rollup.table}) ${addSql(twin, groupSql(fromDays(twin, rollup)))}`,
    );
  }
}
