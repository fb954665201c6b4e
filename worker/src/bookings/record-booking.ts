import { queueNames, type RecordBooking, recordBookingSchema } from '@voordeur/contracts/jobs';
import type { Intake } from '../intake/intake.js';
import { holdErasures } from '../intake/erased-visitors.js';
import { payloadReader } from '../intake/rejected-events.js';
import { lockAddress } from '../newsletter/suppressions.js';
import { reachByBooking } from '../sessions/extras.js';

const readBooking = payloadReader<RecordBooking>(queueNames.signups, recordBookingSchema, 'not a booking');

/**
 * Stores what a calendar says of a booking, once however often it runs, and counts a booking for the session of its
 * lead. The lead itself is looked for when it's shown, so it may also come later.
 */
export async function recordBooking(
  jobId: string,
  data: unknown,
  { db, timeZone }: Pick<Intake, 'db' | 'timeZone'>,
): Promise<'stored' | 'known' | 'rejected'> {
  const given = await readBooking(db.manager, jobId, data);
  if (!given) return 'rejected';
  return db.transaction(async (tx) => {
    await holdErasures(tx);
    // A lead of this address that is being stored at this moment sees this booking, or is seen here.
    await lockAddress(tx, given.email);
    const stored = await tx.query<unknown[]>(
      `insert into booking_events (id, provider, booking, replaces, status, email, starts_at, occurred_at, received_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
      [
        ...[given.id, given.provider, given.booking, given.replaces ?? null, given.status, given.email],
        ...[given.startsAt ?? null, given.occurredAt, given.receivedAt],
      ],
    );
    if (stored.length === 0) return 'known';
    if (given.status === 'booked' || given.status === 'moved') await reachByBooking(tx, given, timeZone);
    return 'stored';
  });
}
