import { Lead } from '@voordeur/contracts/db';
import { queueNames, suppressEmailSchema, type SuppressEmail } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { unsubscribe, type Unsubscribe } from '../newsletter/suppressions.js';
import { payloadReader } from '../intake/rejected-events.js';

const readUnsubscribe = payloadReader<SuppressEmail>(
  queueNames.unsubscribes,
  suppressEmailSchema,
  'not an unsubscribe',
);

/**
 * Suppresses an address, once however often it runs; the first unsubscribe stays. A link's token names the lead that it
 * was mailed to; if that lead is gone, there's nothing to suppress. `followUp` plans, in the same transaction, the
 * effects if the address wasn't suppressed before; `byAnybody`: a confirmed subscriber's, by the address alone.
 */
export async function suppressEmail(
  db: DataSource,
  jobId: string,
  data: unknown,
  followUp: (tx: EntityManager, unsubscribed: Unsubscribe, byAnybody: boolean) => Promise<void>,
): Promise<void> {
  const given = await readUnsubscribe(db.manager, jobId, data);
  if (!given) return;
  await db.transaction(async (tx) => {
    const email = given.email ?? (await tx.findOneBy(Lead, { id: given.leadId ?? '' }))?.email;
    if (!email) return;
    const unsubscribed = { id: given.id, email, receivedAt: given.receivedAt };
    const { isNew, wasConfirmed } = await unsubscribe(tx, unsubscribed);
    if (isNew) await followUp(tx, unsubscribed, wasConfirmed && given.leadId === undefined);
  });
}
