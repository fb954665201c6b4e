import { Lead } from '@voordeur/contracts/db';
import { queueNames, suppressEmailSchema, type SuppressEmail } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { payloadReader } from '../intake/rejected-events.js';
import { unsubscribe, type Unsubscribe } from './suppressions.js';

const readUnsubscribe = payloadReader<SuppressEmail>(
  queueNames.unsubscribes,
  suppressEmailSchema,
  'not an unsubscribe',
);

export interface SuppressEmailContext {
  db: DataSource;
  /** Plans the effects, in the transaction that stores it; `byAnybody`: a confirmed subscriber's, by the address alone. */
  onUnsubscribed: (tx: EntityManager, unsubscribed: Unsubscribe, byAnybody: boolean) => Promise<void>;
}

/**
 * Suppresses an address, once however often it runs; the first unsubscribe stays. A link's token names the lead that it
 * was mailed to; if that lead is gone, there's nothing to suppress. Nothing follows if the address was suppressed before.
 */
export async function suppressEmail(
  jobId: string,
  data: unknown,
  { db, onUnsubscribed }: SuppressEmailContext,
): Promise<void> {
  const given = await readUnsubscribe(db.manager, jobId, data);
  if (!given) return;
  await db.transaction(async (tx) => {
    const email = given.email ?? (await tx.findOneBy(Lead, { id: given.leadId ?? '' }))?.email;
    if (!email) return;
    const unsubscribed = { id: given.id, email, receivedAt: given.receivedAt };
    const { isNew, wasConfirmed } = await unsubscribe(tx, unsubscribed);
    if (isNew) await onUnsubscribed(tx, unsubscribed, wasConfirmed && given.leadId === undefined);
  });
}
