import { phoneOf } from '@voordeur/contracts/db';
import type { BookingsWithoutLead, LeadBooking } from '@voordeur/contracts/http';
import { emailKey } from '@voordeur/contracts/email';
import type { DataSource } from 'typeorm';

/** Calendar events of bookings by a lead's address or number, oldest first. */
export async function readBookingsOf(
  db: DataSource,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<LeadBooking[]> {
  const rows = await db.query<WithDates<LeadBooking>[]>(
    `select id, status, starts_at as "startsAt", occurred_at as "occurredAt" from booking_events
    where email_key = $1 or phone is not null and ${phoneOf('phone')} = ${phoneOf('$2::text')}
    order by occurred_at, id`,
    [email === null ? null : emailKey(email), phone],
  );
  return rows.map(withInstants);
}

type BookingWithoutLead = BookingsWithoutLead['bookings'][number];

/** The newest 50 bookings whose address or number no lead has, in their current state; a moved booking has its new time. */
export async function readBookingsWithoutLead(db: DataSource): Promise<BookingWithoutLead[]> {
  const rows = await db.query<WithDates<BookingWithoutLead>[]>(
    `select * from (
      select distinct on (provider, booking) id, provider, status, email, phone, starts_at as "startsAt",
        occurred_at as "occurredAt"
      from booking_events as one
      where not exists (select from leads where leads.email_key = one.email_key
          or leads.phone is not null and ${phoneOf('leads.phone')} = ${phoneOf('one.phone')})
        and not exists (select from booking_events as later where later.provider = one.provider
          and later.replaces = one.booking and (later.email_key = one.email_key or later.phone = one.phone))
      order by provider, booking, occurred_at desc, id) as bookings
    order by "occurredAt" desc limit 50`,
  );
  return rows.map(withInstants);
}

type WithDates<Booking> = Omit<Booking, 'startsAt' | 'occurredAt'> & {
  startsAt: Date | null;
  occurredAt: Date;
};

function withInstants<Row extends { startsAt: Date | null; occurredAt: Date }>(row: Row) {
  return {
    ...row,
    startsAt: row.startsAt?.toISOString() ?? null,
    occurredAt: row.occurredAt.toISOString(),
  };
}
