import { queueNames, suppressEmailSchema, type SuppressEmail } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import { compileSchema } from '../platform/compile-schema.js';
import { idOfUnreadable, setAside } from '../platform/rejected-event.js';

const isUnsubscribe = compileSchema<SuppressEmail>(suppressEmailSchema);

/**
 * Suppresses an address, once however often it runs; the first unsubscribe stays. A link's token names the lead
 * it was mailed to; where that lead is gone there is nothing left to suppress.
 */
export async function suppressEmail(db: DataSource, jobId: string, data: unknown): Promise<void> {
  if (!isUnsubscribe(data)) {
    const rejected = { id: idOfUnreadable(jobId, 0), event: data, reason: 'not an unsubscribe' };
    return setAside(db.manager, queueNames.unsubscribes, [rejected]);
  }
  await db.query(
    `insert into suppressions (email, id, suppressed_at)
    select lower(email), $2::uuid, $3::timestamptz
    from (select coalesce($1::text, (select email from leads where id = $4::uuid)) as email) as named
    where email is not null
    on conflict (email) do nothing`,
    [data.email ?? null, data.id, data.receivedAt, data.leadId ?? null],
  );
}
