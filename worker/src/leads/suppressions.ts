import { mailboxOf } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import type { EntityManager } from 'typeorm';
import { noteConsent } from './consents.js';

/**
 * Holds a lock until this transaction ends: signups and unsubscribes of one mailbox take turns. `key` names one of its
 * addresses.
 */
export async function lockAddress(tx: EntityManager, key: string): Promise<void> {
  await lockAddresses(tx, [key]);
}

/** The same for several, in one order, so that two transactions don't wait for each other. */
export async function lockAddresses(tx: EntityManager, keys: string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('address/' || mailbox, 0))
    from (select distinct ${mailboxOf('key')} as mailbox from unnest($1::text[]) as one (key) order by 1) as mailboxes`,
    [keys],
  );
}

export interface Unsubscribe {
  /** Id of the unsubscribe itself. */
  id: string;
  /** As it was typed. */
  email: string;
  receivedAt: string;
}

/**
 * Suppresses an address and takes it off the list. The first unsubscribe stays; one older than a confirmed signup
 * changes nothing. Returns whether the address is suppressed now and wasn't before, and whether it was a confirmed
 * subscriber's until now.
 */
export async function unsubscribe(
  tx: EntityManager,
  { id, email, receivedAt }: Unsubscribe,
): Promise<{ isNew: boolean; wasConfirmed: boolean }> {
  const key = emailKey(email);
  await lockAddress(tx, key);
  const suppressed: unknown[] = await tx.query(
    `insert into suppressions (email, id, suppressed_at)
    select $1, $2, $3 where not exists
      (select from subscribers where email = $1 and state = 'confirmed' and confirmed_at >= $3)
    on conflict (email) do nothing returning email`,
    [key, id, receivedAt],
  );
  const [left] = await tx.query<[{ wasConfirmed: boolean }[], number]>(
    `with before as (select state from subscribers where email = $1)
    update subscribers set state = 'unsubscribed', unsubscribed_at = $2 from before
    where email = $1 and before.state <> 'unsubscribed' and greatest(requested_at, confirmed_at) < $2
    returning before.state = 'confirmed' as "wasConfirmed"`,
    [key, receivedAt],
  );
  await noteConsent(tx, key);
  return { isNew: suppressed.length > 0, wasConfirmed: left[0]?.wasConfirmed === true };
}

/** Lets an address get mail again, because it asked for that at `askedAt`; a later unsubscribe stays. */
export async function liftSuppression(tx: EntityManager, key: string, askedAt: string): Promise<void> {
  await tx.query(`delete from suppressions where email = $1 and suppressed_at < $2`, [key, askedAt]);
}
