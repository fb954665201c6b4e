import type { LeadStatus } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { type Person, personWhoLeft, planErasure } from '../persons/erasures.js';

/** Gives leads a status, as `changeLead` does for one. Returns how many there are. */
export async function changeLeads(db: DataSource, ids: string[], status: LeadStatus): Promise<number> {
  const [, changed] = await db.query<[unknown, number]>(
    `update leads set status = $2, revision = revision + 1,
      answered_at = case $2 when 'answered' then coalesce(answered_at, now()) when 'new' then null else answered_at end
    where id = any($1)`,
    [ids, status],
  );
  return changed;
}

/**
 * Puts leads into quarantine, out of sight, and holds their unsent effects, except the owner's own replies. Anything
 * already sent can't be called back.
 */
export async function quarantineLeads(db: DataSource, ids: string[]): Promise<number> {
  const [row] = await db.query<{ moved: number }[]>(
    `with moved as (update leads set verdict = 'quarantined', verdict_reasons = array_append(array_remove(verdict_reasons, 'owner'), 'owner'),
      revision = revision + 1
    where id = any($1) and verdict <> 'quarantined' returning id),
    -- Without its lease, an attempt that's still running can't make it due again.
    held as (update outbox set due_at = null, leased_until = null
      where lead_id in (select id from moved) and state = 'waiting' and kind in ('webhook', 'mail') and type <> 'reply')
    select count(*)::int as moved from moved`,
    [ids],
  );
  return row?.moved ?? 0;
}

/** The given leads that are in quarantine. */
export async function readQuarantined(db: DataSource, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(
    `select id from leads where id = any($1) and verdict = 'quarantined' order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Plans to erase everyone who sent these leads, all or none. Returns how many persons that is. */
export async function erasePersonsOf(db: DataSource, ids: string[]): Promise<number> {
  return db.transaction(async (tx) => {
    const persons = await tx.query<{ email: string | null; phone: string | null; leadIds: string[] }[]>(
      `select min(email) as email, min(phone) as phone, array_agg(id) as "leadIds" from leads where id = any($1)
      group by coalesce(email_key, lower(phone))`,
      [ids],
    );
    for (const { email, phone, leadIds } of persons) {
      const person: Person = email !== null ? personWhoLeft(email) : { phone: phone ?? '' };
      await planErasure(tx, { ...person, leadIds });
    }
    return persons.length;
  });
}
