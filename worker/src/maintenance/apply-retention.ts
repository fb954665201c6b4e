import type { DataSource } from 'typeorm';
import { lockPartitions } from '../intake/partitions.js';
import type { Config } from '../platform/config.js';
import { ends } from './ends.js';

type RetentionSettings = Config['retention'];

/** Each batch is a transaction: one that changed millions of rows would double the table, and block its vacuum. */
const addressesAtOnce = 5_000;

/**
 * Removes expired data, counted from the day of storing: addresses, months of raw rows (which are then sealed), and
 * rows of other tables as `ends` says. Running it again removes nothing more. Returns the months and the number of
 * addresses, for the log.
 */
export async function applyRetention(db: DataSource, settings: RetentionSettings) {
  const addresses = await removeAddresses(db, settings.ipDays);
  const months = await removeOldMonths(db, settings.rawDays);
  for (const [table, end] of Object.entries(ends))
    if ('delete' in end) await db.query(`delete from ${table} where ${end.delete(settings)}`);
  await db.query('select remove_expired_sessions()');
  await forgetLinks(db, settings.ipDays);
  return { months, addresses };
}

async function removeAddresses(db: DataSource, ipDays: number): Promise<number> {
  let removed = 0;
  for (const [table, key] of [
    ['visits', 'id'],
    ['video_views', 'view_id, video_id'],
  ] as const) {
    for (let batch = addressesAtOnce; batch === addressesAtOnce; removed += batch) {
      [, batch] = await db.query<[unknown, number]>(
        `with old as (
          select ${key} from ${table} where ip is not null and stored_at < now() - make_interval(days => $1)
          order by stored_at limit ${addressesAtOnce})
        update ${table} set ip = null where (${key}) in (select ${key} from old)`,
        [ipDays],
      );
    }
  }
  return removed;
}

/**
 * A month is removed `rawDays` after its newest row was stored, so an old log isn't lost right after its import. One without
 * any rows goes too; an import makes it again.
 */
async function removeOldMonths(db: DataSource, rawDays: number): Promise<string[]> {
  const partitions: { month: string }[] = await db.query(
    `select replace(right(inhrelid::regclass::text, 7), '_', '-') as month
    from pg_inherits where inhparent = 'visits'::regclass
      and to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => $1)
    order by month`,
    [rawDays],
  );
  const sealed: string[] = [];
  for (const { month } of partitions) if (await seal(db, month, rawDays)) sealed.push(month);
  return sealed;
}

async function seal(db: DataSource, month: string, rawDays: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockPartitions(tx);
    // A day that has yet to be built needs its rows.
    const waiting = await tx.query<unknown[]>(
      `select from changed_days where day between $1::date - 1 and $1::date + interval '1 month' limit 1`,
      [`${month}-01`],
    );
    if (waiting.length > 0) return false;
    const [row] = await tx.query<{ sealed: boolean }[]>('select seal_visits_month($1, $2) as sealed', [
      `${month}-01`,
      rawDays,
    ]);
    return row?.sealed === true;
  });
}

/**
 * Clears links in rows that stay: which visit a lead came from, and the address in a visit of the booking page that was
 * passed on.
 */
async function forgetLinks(db: DataSource, ipDays: number): Promise<void> {
  await db.query(
    `update leads set visit_digest = null where visit_digest is not null and received_at < now() - interval '72 hours'`,
  );
  await db.query(
    `update outbox set payload = payload || '{"address": "Unknown"}'
    where destination = 'booking-visit' and payload->>'address' <> 'Unknown'
      and created_at < now() - make_interval(days => $1)`,
    [ipDays],
  );
}
