import { countOfSessions, packColumns, readColumns } from '@voordeur/server';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';

/**
 * Packs the sessions of each day before today (of `timeZone`) that aren't packed, or of which a row has changed since, the
 * newest first. A day whose sessions are all gone goes too.
 */
export async function packDays(db: DataSource, timeZone: string): Promise<void> {
  const days = await db.query<{ day: string }[]>(
    `select day::text from packed_sessions where packed is null and day < (now() at time zone $1)::date order by day desc`,
    [timeZone],
  );
  for (const { day } of days) await packDay(db, day);
}

/** Days of `timeZone`, between two of its midnights. */
interface DaysBetween {
  timeZone: string;
  from: string;
  to: string;
}

/** Packs these days again where they're packed or missing. Returns how many differed from their rows. */
export async function repackDays(db: DataSource, { timeZone, from, to }: DaysBetween): Promise<number> {
  const days = `between ($2::timestamptz at time zone $1)::date and ($3::timestamptz at time zone $1)::date - 1`;
  const missing = await db.query<{ day: string }[]>(
    `insert into packed_sessions (day) select distinct day from sessions
    where day ${days} and started_at between $2::timestamptz - interval '1 day' and $3::timestamptz + interval '1 day'
    on conflict do nothing returning day`,
    [timeZone, from, to],
  );
  const packed = await db.query<{ day: string }[]>(
    `select day::text from packed_sessions where packed is not null and day ${days}`,
    [timeZone, from, to],
  );
  let differing = missing.length;
  for (const { day } of packed) if (await packDay(db, day)) differing += 1;
  return differing;
}

/** Returns whether it was packed and differed. */
async function packDay(db: DataSource, day: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Transactions that change rows of this day meanwhile wait, and then find it packed (unpack_sessions).
    await tx.query(
      `select pg_advisory_xact_lock(hashtext('voordeur/packed-sessions'), $1::date - date '2000-01-01')`,
      [day],
    );
    const columns = await readColumns((await tx.queryRunner?.connect()) as ClientBase, day);
    const text = countOfSessions(columns) > 0 ? packColumns(columns) : null;
    const [before] = await tx.query<{ packed: string | null }[]>(
      'select packed from packed_sessions where day = $1',
      [day],
    );
    if (text === null) await tx.query('delete from packed_sessions where day = $1', [day]);
    else if (before?.packed !== text)
      await tx.query('update packed_sessions set version = gen_random_uuid(), packed = $2 where day = $1', [
        day,
        text,
      ]);
    return typeof before?.packed === 'string' && before.packed !== text;
  });
}
