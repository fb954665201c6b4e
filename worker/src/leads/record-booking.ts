import { bookingDigest } from '@voordeur/contracts/db';
import { emailKey } from '@voordeur/contracts/email';
import { queueNames, type RecordBooking, recordBookingSchema } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import type { Intake } from '../intake/intake.js';
import { holdErasures } from '../intake/erased-visitors.js';
import { payloadReader } from '../intake/rejected-events.js';
import { lockAddress } from './suppressions.js';
import { reachByBooking } from '../intake/reach-goals.js';

const readBooking = payloadReader<RecordBooking>(queueNames.signups, recordBookingSchema, 'not a booking');

/**
 * Stores a calendar's report of a booking, once however often it runs, and counts a booking for the session of its
 * lead. The lead itself is looked for when it's shown, so it may also come later. A booking whose person was erased
 * stays away, however often its webhook is sent again.
 */
export async function recordBooking(
  jobId: string,
  data: unknown,
  { db, timeZone }: Pick<Intake, 'db' | 'timeZone'>,
): Promise<'stored' | 'known' | 'erased' | 'rejected'> {
  const given = await readBooking(db.manager, jobId, data);
  if (!given) return 'rejected';
  return db.transaction(async (tx) => {
    await holdErasures(tx);
    // A lead of this address that is being stored at this moment sees this booking, or is seen here.
    const key = given.email === undefined ? null : emailKey(given.email);
    await lockAddress(tx, key ?? given.phone ?? '');
    const erased = await tx.query<unknown[]>(
      `select 1 from erased_bookings where digest = ${bookingDigest('salt', '$1', '$2')} limit 1`,
      [given.provider, given.booking],
    );
    if (erased.length > 0) return 'erased';
    if (await saysNothingNew(tx, given)) return 'known';
    const stored = await tx.query<unknown[]>(
      `insert into booking_events (id, provider, booking, replaces, status, email, email_key, phone, starts_at, occurred_at, received_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
      [
        ...[given.id, given.provider, given.booking, given.replaces ?? null, given.status],
        ...[
          given.email ?? null,
          key,
          given.phone ?? null,
          given.startsAt ?? null,
          given.occurredAt,
          given.receivedAt,
        ],
      ],
    );
    if (stored.length === 0) return 'known';
    if (given.status === 'booked' || given.status === 'moved') await reachByBooking(tx, given, timeZone);
    return 'stored';
  });
}

/**
 * Whether a calendar that gives no time says the same as it said of this booking before: it has sent its webhook again.
 * Only the last word counts, because a booking can be cancelled and made once more.
 */
async function saysNothingNew(
  tx: EntityManager,
  { provider, booking, status, startsAt, occurredAt, receivedAt }: RecordBooking,
): Promise<boolean> {
  if (occurredAt !== receivedAt) return false;
  const [last] = await tx.query<{ isSame: boolean }[]>(
    `select status = $3 and starts_at is not distinct from $4 as "isSame" from booking_events
    where provider = $1 and booking = $2 and occurred_at <= $5 order by occurred_at desc, id desc limit 1`,
    [provider, booking, status, startsAt ?? null, occurredAt],
  );
  return last?.isSame === true;
}
