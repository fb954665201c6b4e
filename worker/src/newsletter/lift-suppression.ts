import type { EntityManager } from 'typeorm';

/** Lets an address be written to again, because it asked for that at `askedAt`; a later unsubscribe stays. */
export async function liftSuppression(tx: EntityManager, email: string, askedAt: string): Promise<void> {
  await tx.query(`delete from suppressions where email = lower($1) and suppressed_at < $2`, [email, askedAt]);
}
