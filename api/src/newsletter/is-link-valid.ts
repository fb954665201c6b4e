import { confirmWithinDays } from '@voordeur/contracts/jobs';
import pTimeout from 'p-timeout';
import type { DataSource } from 'typeorm';

/** Short, so that the response comes within two seconds even if both Postgres and Redis are down. */
const timeoutMs = 300;

/** SQL: a link works as long as this holds. In hours, because a day of 23 hours must not shorten the promise. */
const isOpen = {
  confirm: `state = 'pending' and $2::timestamptz <= requested_at + make_interval(hours => $3)`,
  undo: `state = 'unsubscribed' and unsubscribed_at = told_of`,
};

/**
 * Whether this subscriber's link still works, or already has. It doesn't once it has expired, or if they have
 * unsubscribed in another way or been erased. True if Postgres doesn't respond, because the worker checks again.
 */
export async function isLinkValid(
  db: DataSource,
  { subscriberId, receivedAt }: { subscriberId: string; receivedAt: string },
  use: keyof typeof isOpen,
): Promise<boolean> {
  const checking = db.query<unknown[]>(
    `with given as (select $2::timestamptz, $3::int)
    select 1 from subscribers where id = $1 and (state = 'confirmed' or ${isOpen[use]})`,
    [subscriberId, receivedAt, confirmWithinDays * 24],
  );
  try {
    return (await pTimeout(checking, { milliseconds: timeoutMs })).length > 0;
  } catch {
    return true;
  }
}
