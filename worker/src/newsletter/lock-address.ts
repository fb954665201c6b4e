import type { EntityManager } from 'typeorm';

/** Until this transaction ends nobody else decides about this address: signups and unsubscribes of one take turns. */
export async function lockAddress(tx: EntityManager, email: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('address/' || lower($1), 0))`, [email]);
}
