import type { DataSource } from 'typeorm';
import { lockPartitions } from '../intake/partitions.js';
import type { Config } from '../platform/config.js';

type RetentionSettings = Config['retention'];

/**
 * Removes what has been kept long enough, counted from the day of storing: addresses, months of raw rows (which are
 * then sealed), and what the intake only needs for a while. Running it again removes nothing more. Returns the
 * months and the number of addresses, for the log.
 */
export async function applyRetention(db: DataSource, settings: RetentionSettings) {
  const addresses = await removeAddresses(db, settings.ipDays);
  const months = await removeOldMonths(db, settings.rawDays);
  await removeByproducts(db, settings);
  return { months, addresses };
}

async function removeAddresses(db: DataSource, ipDays: number): Promise<number> {
  let removed = 0;
  for (const table of ['visits', 'video_views']) {
    const [, rows] = await db.query<[unknown, number]>(
      `update ${table} set ip = null where ip is not null and stored_at < now() - make_interval(days => $1)`,
      [ipDays],
    );
    removed += rows;
  }
  return removed;
}

/** A month is removed `rawDays` after its newest row was stored, so an old log isn't lost right after its import. */
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
    const start = `${month}-01`;
    const [row] = await tx.query<{ sealed: boolean }[]>('select seal_visits_month($1, $2) as sealed', [
      start,
      rawDays,
    ]);
    if (row?.sealed !== true) return false;
    for (const table of ['video_views', 'reached_goals']) {
      await tx.query(
        `delete from ${table} where occurred_at >= $1::date::timestamp at time zone 'UTC'
          and occurred_at < ($1::date + interval '1 month') at time zone 'UTC'`,
        [start],
      );
    }
    for (const members of ['day_visitors', 'day_viewers']) {
      await tx.query(
        `delete from ${members} where day > $1::date and day < $1::date + interval '1 month' - interval '1 day'`,
        [start],
      );
    }
    return true;
  });
}

async function removeByproducts(db: DataSource, { rawDays, ipDays }: RetentionSettings): Promise<void> {
  // An imported day's salt is kept while its import may still be running.
  await db.query(`delete from day_salts where greatest(day + 1, used_at) < now() - interval '48 hours'`);
  // Without its salt neither is of any more use.
  await db.query(
    `delete from erased_visitors where not exists (select from day_salts where day_salts.day = erased_visitors.day)`,
  );
  await db.query(
    `update leads set visit_digest = null where visit_digest is not null and received_at < now() - interval '72 hours'`,
  );
  await db.query(`delete from recorded_chunks where recorded_at < now() - interval '30 days'`);
  await db.query(`delete from rejected_events where rejected_at < now() - make_interval(days => $1)`, [
    ipDays,
  ]);
  await db.query(
    `delete from outbox where kind <> 'job' and created_at < now() - make_interval(days => $1)`,
    [rawDays],
  );
  await db.query(`delete from booking_events where received_at < now() - make_interval(days => $1)`, [
    rawDays,
  ]);
  // A visit of the booking page that was passed on holds an address too.
  await db.query(
    `update outbox set payload = payload || '{"address": "Unknown"}'
    where destination = 'booking-visit' and payload->>'address' <> 'Unknown'
      and created_at < now() - make_interval(days => $1)`,
    [ipDays],
  );
  // A worker of an earlier version knows nothing of these two tables when it erases a person during an upgrade.
  await db.query(`delete from consents c where not exists (select from subscribers where email = c.email)`);
  await db.query(`delete from bounces b where not exists (select from leads where lower(email) = b.email)`);
  await db.query('select remove_expired_sessions()');
  await db.query(`delete from security_events where occurred_at < now() - interval '90 days'`);
  await db.query(`delete from login_failures where failed_at < now() - interval '1 day'`);
}
