import { DateTime } from 'luxon';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { findDifferences, type Difference, type Stretch } from './find-differences.js';
import { addSql, deleteEmptySql, monthOf, monthly, valueColumns, type Rollup } from './rollup.js';
import { findDifferingVisitors, recountVisitors } from './recount-sessions.js';
import { repackDays } from '../sessions/pack-days.js';
import { rollupSubjects, type RollupSubject, isSealedDay } from './rollup-subject.js';
import { findChangedDays, rememberVerified } from './verified-days.js';

/** How many keys of each table differed from a recount of the raw rows and were corrected. */
export type Healed = Record<string, number>;

/**
 * Recounts open days from their raw rows and corrects differences, while visits keep coming in: a stretch of days is
 * compared in one snapshot, and the difference is added, which is correct whatever else is added in the meantime. Days
 * that overlap a sealed month stay as they are. Without `night` it recounts all days; else the due ones, unless nothing
 * has changed since a recount without differences. Returns null, and does nothing, while another process is doing this.
 */
export async function reconcileRollups(
  db: DataSource,
  timeZone: string,
  night?: Date,
): Promise<Healed | null> {
  const snapshot = db.createQueryRunner();
  try {
    // Two at once would add every difference twice. A session lock, because a snapshot must begin after the lock.
    const [lock] = (await snapshot.query(
      `select pg_try_advisory_lock(hashtext('voordeur/reconcile')) as taken`,
    )) as { taken: boolean }[];
    if (!lock?.taken) return null;
    try {
      return await healAll(db, snapshot, timeZone, night);
    } finally {
      // Else the pool keeps the connection, and with it the lock, and nobody can recount any more.
      await snapshot.query(`select pg_advisory_unlock(hashtext('voordeur/reconcile'))`);
    }
  } finally {
    await snapshot.release();
  }
}

async function healAll(
  db: DataSource,
  snapshot: QueryRunner,
  timeZone: string,
  night: Date | undefined,
): Promise<Healed> {
  const healed: Healed = {};
  const months = await findMonths(snapshot, timeZone);
  const whole = months.map((month) => stretchOf(month, month.plus({ months: 1 })));
  const due = night ? dueOn(DateTime.fromJSDate(night, { zone: timeZone }), months) : whole;
  for (const stretch of due) await (night ? healChangedDays : healStretch)({ db, snapshot, stretch, healed });
  for (const stretch of whole)
    for (const subject of rollupSubjects)
      await inSnapshot(snapshot, () => healMonths({ db, snapshot, subject, stretch, healed }));
  return healed;
}

type HealingOfAll = Omit<Healing, 'subject'>;

async function healChangedDays({ db, snapshot, stretch, healed }: HealingOfAll): Promise<void> {
  const changed = await inSnapshot(snapshot, () => findChangedDays(snapshot, stretch));
  for (const days of inARow([...changed.keys()])) {
    const differing: Healed = {};
    const ofDays = stretchOfDays(days, stretch.timeZone);
    await healStretch({ db, snapshot, stretch: ofDays, healed: differing });
    for (const [table, keys] of Object.entries(differing)) count(healed, table, keys);
    if (Object.keys(differing).length === 0)
      await rememberVerified(db, new Map(days.map((day) => [day, changed.get(day) ?? ''])));
  }
}

async function healStretch({ db, snapshot, stretch, healed }: HealingOfAll): Promise<void> {
  for (const subject of rollupSubjects)
    await inSnapshot(snapshot, () => healDays({ db, snapshot, subject, stretch, healed }));
  const visitors = await inSnapshot(snapshot, () => findDifferingVisitors(snapshot, isOpenDay, stretch));
  await recountVisitors(db, visitors, stretch.timeZone);
  count(healed, 'sessions', visitors.length);
  count(healed, 'packed_sessions', await repackDays(db, stretch));
}

async function inSnapshot<Result>(snapshot: QueryRunner, work: () => Promise<Result>): Promise<Result> {
  await snapshot.startTransaction('REPEATABLE READ');
  try {
    const result = await work();
    await snapshot.commitTransaction();
    return result;
  } catch (error) {
    await snapshot.rollbackTransaction();
    throw error;
  }
}

/**
 * Yesterday and today, which get nearly all events, and the seventh of each month whose weekday this is: so a night's
 * work hardly grows with the months that are kept, and no difference lasts longer than a week.
 */
function dueOn(night: DateTime, months: DateTime[]): Stretch[] {
  const today = night.startOf('day');
  const sevenths = months.map((month) => {
    const dayOf = (seventh: number) =>
      month.plus({ days: Math.floor(((month.daysInMonth ?? 0) * seventh) / 7) });
    return stretchOf(dayOf(night.weekday - 1), dayOf(night.weekday));
  });
  return [stretchOf(today.minus({ days: 1 }), today.plus({ days: 1 })), ...sevenths];
}

/** Sorted days, split where one is missing. */
function inARow(days: string[]): string[][] {
  const rows: string[][] = [];
  for (const day of days) {
    const row = rows.at(-1);
    const before = DateTime.fromISO(day, { zone: 'utc' }).minus({ days: 1 }).toISODate();
    if (row?.at(-1) === before) row.push(day);
    else rows.push([day]);
  }
  return rows;
}

function stretchOfDays(days: string[], timeZone: string): Stretch {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return stretchOf(
    DateTime.fromISO(first, { zone: timeZone }),
    DateTime.fromISO(last, { zone: timeZone }).plus({ days: 1 }),
  );
}

/** Both are midnights in the site's zone. */
function stretchOf(from: DateTime, to: DateTime): Stretch {
  return {
    timeZone: from.zoneName ?? '',
    from: from.toUTC().toISO() ?? '',
    to: to.toUTC().toISO() ?? '',
  };
}

/** The starts of the local months that have partitions or figures. */
async function findMonths(snapshot: QueryRunner, timeZone: string): Promise<DateTime[]> {
  const rows = (await snapshot.query(
    `select distinct to_char(day, 'YYYY-MM') as month from (
      select day from visits_by_day
      union select day from video_views_by_day
      union select (occurred_at at time zone $1)::date from video_views
      union select unnest(array[start_day, start_day + interval '1 month'])::date from (
        select to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') as start_day
        from pg_inherits where inhparent = 'visits'::regclass) as partitions
    ) as days order by month`,
    [timeZone],
  )) as { month: string }[];
  return rows.map(({ month }) => DateTime.fromFormat(month, 'yyyy-MM', { zone: timeZone }));
}

/** SQL: whether a local day lies in the stretch. */
const isInStretch = (day: string) =>
  `${day} >= ($2::timestamptz at time zone $1)::date and ${day} < ($3::timestamptz at time zone $1)::date`;

/** SQL: whether it can be recounted too. */
const isOpenDay = (day: string) => `${isInStretch(day)} and not ${isSealedDay(day, '$1')}`;

/** One subject in one stretch: compared in the snapshot, corrected outside it. */
interface Healing {
  db: DataSource;
  snapshot: QueryRunner;
  subject: RollupSubject;
  stretch: Stretch;
  healed: Healed;
}

async function healDays({ db, snapshot, subject, stretch, healed }: Healing): Promise<void> {
  const expressions = subject.recounted(isOpenDay);
  const members = await findMembers(snapshot, subject, expressions, stretch);
  const found: [Rollup, Difference[]][] = [];
  for (const rollup of subject.rollups) {
    found.push([rollup, await findDifferences(snapshot, rollup, expressions, isOpenDay, stretch)]);
  }
  await db.transaction(async (tx) => {
    await healMembers(tx, subject, members);
    for (const [rollup, differences] of found) await addDifferences(tx, rollup, differences);
    // Left by views that moved on to a later second.
    for (const rollup of subject.rollups) {
      const [period] = Object.keys(rollup.keys);
      const isInMonth = isInStretch(`${period ?? ''}::date`);
      await tx.query(deleteEmptySql(rollup, isInMonth), [stretch.timeZone, stretch.from, stretch.to]);
    }
  });
  count(healed, subject.members.table, members.length);
  for (const [rollup, differences] of found) count(healed, rollup.table, differences.length);
}

/** A month is the sum of its days, sealed ones too, so it needs no raw rows. */
async function healMonths({ db, snapshot, subject, stretch, healed }: Healing): Promise<void> {
  for (const rollup of subject.rollups) {
    const twin = monthly(rollup);
    if (!twin) continue;
    const differences = await findDifferences(
      snapshot,
      fromDays(twin, rollup),
      `days as (select * from ${rollup.table} where ${isInStretch('day')})`,
      isInStretch,
      stretch,
    );
    await db.transaction((tx) => addDifferences(tx, twin, differences));
    count(healed, twin.table, differences.length);
  }
}

/** The rollup by month, computed from the one by day. */
export function fromDays(twin: Rollup, rollup: Rollup): Rollup {
  const { day, ...otherKeys } = rollup.keys;
  const each = (names: object | undefined, sql: (name: string) => string) =>
    Object.fromEntries(Object.keys(names ?? {}).map((name) => [name, sql(name)]));
  return {
    table: twin.table,
    from: 'days',
    keys: { month: monthOf('day'), ...each(otherKeys, (name) => name) },
    sums: each(rollup.sums, (name) => `sum(${name})`),
    latest: each(rollup.latest, (name) => `max(${name})`),
    labels: each(rollup.labels, (name) => `min(${name})`),
  };
}

async function addDifferences(tx: EntityManager, rollup: Rollup, differences: Difference[]): Promise<void> {
  if (differences.length === 0) return;
  const keys = Object.keys(rollup.keys);
  const columns = [...keys, ...valueColumns(rollup)].join(', ');
  await tx.query(
    addSql(
      rollup,
      `select ${columns} from jsonb_populate_recordset(null::${rollup.table}, $1::jsonb) order by ${keys.join(', ')}`,
    ),
    [JSON.stringify(differences)],
  );
  await tx.query(deleteEmptySql(rollup));
}

/** Members that are in the raw rows but not in the table (`is_missing`), or the other way round. */
async function findMembers(
  snapshot: QueryRunner,
  { members }: RollupSubject,
  expressions: string,
  stretch: Stretch,
): Promise<Difference[]> {
  const columns = members.columns.map((name) => `${name}::text`).join(', ');
  const pick = (from: string) => `select ${members.columns.join(', ')} from ${from}`;
  const kept = `(select * from ${members.table} where ${isOpenDay('day')}) as kept`;
  return (await snapshot.query(
    `with ${expressions}
    select true as is_missing, ${columns} from (${pick(members.from)} except ${pick(kept)}) as missing
    union all
    select false, ${columns} from (${pick(kept)} except ${pick(members.from)}) as extra`,
    [stretch.timeZone, stretch.from, stretch.to],
  )) as Difference[];
}

async function healMembers(
  tx: EntityManager,
  { members }: RollupSubject,
  found: Difference[],
): Promise<void> {
  const columns = members.columns.join(', ');
  const rowsOf = (isMissing: boolean) =>
    JSON.stringify(found.filter((row) => row['is_missing'] === isMissing));
  const given = `select ${columns} from jsonb_populate_recordset(null::${members.table}, $1::jsonb)`;
  // In the order in which batches do.
  await tx.query(
    `insert into ${members.table} (${columns}) ${given} order by ${columns} on conflict do nothing`,
    [rowsOf(true)],
  );
  await tx.query(`delete from ${members.table} where (${columns}) in (${given})`, [rowsOf(false)]);
}

function count(healed: Healed, table: string, keys: number): void {
  if (keys > 0) healed[table] = (healed[table] ?? 0) + keys;
}
