import { confirmWithinDays } from '@voordeur/contracts/jobs';
import pTimeout from 'p-timeout';
import type { DataSource } from 'typeorm';

/** Short, so that the response comes within two seconds even if both Postgres and Redis are down. */
const timeoutMs = 300;

/**
 * Whether this subscriber's link can still confirm them or already has. It can't once it has expired, or if they have
 * unsubscribed or been erased. True if Postgres doesn't respond, because the worker checks again before it confirms.
 */
export async function isConfirmationValid(
  db: DataSource,
  { subscriberId, receivedAt }: { subscriberId: string; receivedAt: string },
): Promise<boolean> {
  // In hours, because a day of 23 hours must not shorten the promise.
  const checking = db.query<unknown[]>(
    `select 1 from subscribers where id = $1 and (state = 'confirmed'
      or state = 'pending' and $2::timestamptz <= requested_at + make_interval(hours => $3))`,
    [subscriberId, receivedAt, confirmWithinDays * 24],
  );
  try {
    return (await pTimeout(checking, { milliseconds: timeoutMs })).length > 0;
  } catch {
    return true;
  }
}
