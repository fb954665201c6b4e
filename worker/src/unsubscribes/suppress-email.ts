import { queueNames, suppressEmailSchema, type SuppressEmail } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { unsubscribe, type Unsubscribe } from '../newsletter/unsubscribe.js';
import { compileSchema } from '../platform/compile-schema.js';
import { idOfUnreadable, setAside } from '../intake/rejected-events.js';

const isUnsubscribe = compileSchema<SuppressEmail>(suppressEmailSchema);

/**
 * Suppresses an address, once however often it runs; the first unsubscribe stays. A link's token names the lead
 * it was mailed to; where that lead is gone there is nothing left to suppress. `followUp` plans, in the same
 * transaction, what follows from an address that was not suppressed before.
 */
export async function suppressEmail(
  db: DataSource,
  jobId: string,
  data: unknown,
  followUp: (tx: EntityManager, unsubscribed: Unsubscribe) => Promise<void>,
): Promise<void> {
  if (!isUnsubscribe(data)) {
    const rejected = { id: idOfUnreadable(jobId, 0), event: data, reason: 'not an unsubscribe' };
    return setAside(db.manager, queueNames.unsubscribes, [rejected]);
  }
  await db.transaction(async (tx) => {
    const email = data.email ?? (await addressOfLead(tx, data.leadId));
    if (!email) return;
    const unsubscribed = { id: data.id, email, receivedAt: data.receivedAt };
    if (await unsubscribe(tx, unsubscribed)) await followUp(tx, unsubscribed);
  });
}

async function addressOfLead(tx: EntityManager, leadId: string | undefined): Promise<string | null> {
  const rows = await tx.query<{ email: string | null }[]>(`select email from leads where id = $1`, [leadId]);
  return rows[0]?.email ?? null;
}
