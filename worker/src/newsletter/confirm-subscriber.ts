import { confirmSubscriberSchema, queueNames, type ConfirmSubscriber } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { compileSchema } from '../platform/compile-schema.js';
import { idOfUnreadable, setAside } from '../platform/rejected-event.js';
import { liftSuppression } from './lift-suppression.js';
import { lockAddress } from './lock-address.js';

const isConfirmation = compileSchema<ConfirmSubscriber>(confirmSubscriberSchema);

/** How long a confirmation link stands, from the signup on; the mail says so too. */
export const confirmWithinDays = 7;

/** `kept`: nobody waits behind this link (confirmed already, unsubscribed since, erased). */
export type Confirmation = 'confirmed' | 'kept' | 'expired' | 'rejected';

/** Confirms who waits behind a link, once however often it is pressed, and lifts their suppression. */
export async function confirmSubscriber(db: DataSource, jobId: string, data: unknown): Promise<Confirmation> {
  if (!isConfirmation(data)) {
    const rejected = { id: idOfUnreadable(jobId, 0), event: data, reason: 'not a confirmation' };
    await setAside(db.manager, queueNames.signups, [rejected]);
    return 'rejected';
  }
  return db.transaction((tx) => confirm(tx, data));
}

async function confirm(
  tx: EntityManager,
  { subscriberId, receivedAt }: ConfirmSubscriber,
): Promise<Confirmation> {
  const email = await addressOf(tx, subscriberId);
  if (email === null) return 'kept';
  await lockAddress(tx, email);
  // `make_interval` in hours: a day of 23 hours must not shorten the promise.
  const [pending] = await tx.query<{ inTime: boolean }[]>(
    `select $2::timestamptz <= requested_at + make_interval(hours => $3) as "inTime"
    from subscribers where id = $1 and state = 'pending'`,
    [subscriberId, receivedAt, confirmWithinDays * 24],
  );
  if (!pending) return 'kept';
  if (!pending.inTime) return 'expired';
  await tx.query(`update subscribers set state = 'confirmed', confirmed_at = $2 where id = $1`, [
    subscriberId,
    receivedAt,
  ]);
  await liftSuppression(tx, email, receivedAt);
  return 'confirmed';
}

async function addressOf(tx: EntityManager, subscriberId: string): Promise<string | null> {
  const [row] = await tx.query<{ email: string }[]>(`select email from subscribers where id = $1`, [
    subscriberId,
  ]);
  return row?.email ?? null;
}
