import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What calendars say of bookings, found by address as leads are. */
export class CreateBookingEvents1764548890000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table booking_events (
      id uuid primary key, provider text not null, booking text not null, replaces text, status text not null,
      email text not null, starts_at timestamptz, occurred_at timestamptz not null, received_at timestamptz not null)`);
    await db.query(`create index booking_events_address on booking_events (lower(email), received_at)`);
    await db.query(`create index booking_events_of_booking on booking_events (provider, booking)`);
    await db.query(`create index booking_events_received_at on booking_events (received_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table booking_events`);
  }
}
