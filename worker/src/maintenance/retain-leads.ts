import { expiredLeads, type LeadRetention, leadRetentionSetting } from '@voordeur/contracts/db';
import { planCopyRemovals, readLeadRetention } from '@voordeur/server';
import type { DataSource, EntityManager } from 'typeorm';

/** Time enough to see it in the admin and in a weekly letter. */
const announcedDays = 7;
const dayMs = 86_400_000;
const leadsAtOnce = 500;

/**
 * Removes leads that came in more than `days` ago, with everything that an erasure removes. A period that is new or
 * shorter than before is announced first, and holds a week later. Running it again removes nothing more. Returns how
 * many it removed.
 */
export async function retainLeads(
  db: DataSource,
  days: number | undefined,
  now = new Date(),
): Promise<number> {
  const announced = await announce(db, days, now);
  if (!announced || new Date(announced.from) > now) return 0;
  let removed = 0;
  for (;;) {
    const batch = await db.transaction((tx) => removeBatch(tx, announced.days, now));
    removed += batch;
    if (batch < leadsAtOnce) return removed;
  }
}

/** Stores and returns the announced removal of leads, from this process's current setting. */
async function announce(db: DataSource, days: number | undefined, now: Date): Promise<LeadRetention | null> {
  return db.transaction(async (tx) => {
    // Two workers that start with another setting each must not announce in turn within one look.
    await tx.query(`select pg_advisory_xact_lock(hashtext($1))`, [leadRetentionSetting]);
    const before = await readLeadRetention(tx);
    if (before && before.days === days) return before;
    const from =
      days !== undefined && before && days > before.days ? before.from : laterBy(announcedDays, now);
    const next = days === undefined ? null : { days, from };
    await tx.query(
      `insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
      [leadRetentionSetting, next === null ? 'off' : JSON.stringify(next)],
    );
    return next;
  });
}

function laterBy(days: number, now: Date): string {
  return new Date(now.getTime() + days * dayMs).toISOString();
}

/** Like an erasure: a lead's unsent effects go with it, and the figures that it counts in stay. */
async function removeBatch(tx: EntityManager, days: number, now: Date): Promise<number> {
  const expired = await tx.query<{ id: string }[]>(
    `select id from leads where ${expiredLeads} order by received_at limit ${leadsAtOnce} for update skip locked`,
    [days, now],
  );
  const ids = expired.map(({ id }) => id);
  await tx.query(`delete from outbox where lead_id = any($1)`, [ids]);
  // A meeting that's still to come outlives its lead, and goes as old rows do (ends.ts).
  const over = 'lead_id = any($1) and ends_at < now()';
  await planCopyRemovals(tx, over, [ids]);
  await tx.query(`delete from meetings where ${over}`, [ids]);
  await tx.query(`update reached_goals set lead_id = gen_random_uuid() where lead_id = any($1)`, [ids]);
  await tx.query(`delete from leads where id = any($1)`, [ids]);
  return ids.length;
}
