import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner's own calendar, whose times can't be booked twice. */
export class KeepMeetings1764552100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table calendar (
        "only" boolean primary key default true constraint calendar_only check ("only"),
        settings jsonb not null,
        version integer not null,
        updated_at timestamptz not null default now()
      );
      create table meetings (
        id uuid primary key,
        state text not null constraint meetings_state check (state in ('held', 'booked', 'cancelled', 'no-show', 'done')),
        kind text not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null,
        blocked tstzrange not null,
        wall_time text,
        time_zone text,
        hold_until timestamptz,
        holder bytea,
        request_id uuid constraint meetings_request_id unique,
        title text,
        place jsonb,
        email text,
        email_key text,
        name text,
        phone text,
        answers jsonb not null default '[]',
        language text,
        lead_id uuid,
        sequence integer not null default 0,
        notes text,
        booked_at timestamptz,
        constraint meetings_once exclude using gist (blocked with &&) where (state in ('held', 'booked'))
      );
      create index meetings_starts_at on meetings (starts_at);
      create index meetings_email_key on meetings (email_key) where email_key is not null;
      create index meetings_of_lead on meetings (lead_id) where lead_id is not null;
      create index meetings_notes on meetings using gin (notes gin_trgm_ops) where notes like '%@%'`);
    await db.query(String.raw`create index meetings_phone on meetings
      (coalesce(nullif(regexp_replace(lower(phone), '[\s().+/-]', '', 'g'), ''), phone)) where phone is not null`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('drop table meetings, calendar');
  }
}
