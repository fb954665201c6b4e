import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who books by text message leaves only a number. What remains of a booking whose person was erased keeps its replays out. */
export class KeepBookingsByPhone1764550700000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table booking_events alter email drop not null, add phone text,
      add constraint booking_events_person check (email is not null or phone is not null)`);
    await db.query(String.raw`create index booking_events_phone on booking_events
      (coalesce(nullif(regexp_replace(lower(phone), '[\s().+/-]', '', 'g'), ''), phone), received_at)
      where phone is not null`);
    await db.query(`create table erased_bookings (salt uuid primary key, digest bytea not null)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`drop table erased_bookings`);
    await db.query(`delete from booking_events where email is null`);
    await db.query(`alter table booking_events drop column phone, alter email set not null`);
  }
}
