import { confirmWithinDays } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import { within } from '../platform/within.js';

/** With Redis and then Postgres away too, the answer still comes within two seconds. */
const lookWithinMs = 300;

/**
 * Whether the link of this subscriber can still confirm them, or has: not after its days, nor when they have
 * unsubscribed or were erased since. True while Postgres cannot say, for the worker looks again before it confirms.
 */
export async function doesConfirmationStand(
  db: DataSource,
  { subscriberId, receivedAt }: { subscriberId: string; receivedAt: string },
): Promise<boolean> {
  // `make_interval` in hours: a day of 23 hours must not shorten the promise.
  const looking = db.query<unknown[]>(
    `select 1 from subscribers where id = $1 and (state = 'confirmed'
      or state = 'pending' and $2::timestamptz <= requested_at + make_interval(hours => $3))`,
    [subscriberId, receivedAt, confirmWithinDays * 24],
  );
  try {
    return (await within(lookWithinMs, looking)).length > 0;
  } catch {
    // A query that answers late has been passed over already; it must only not be an unhandled failure.
    looking.catch(() => undefined);
    return true;
  }
}
