import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner's other calendars, and when she is busy in them. */
export class ReadCalendars1764552300000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table calendar_sources (
        id uuid primary key,
        kind text not null constraint calendar_sources_kind check (kind in ('caldav', 'ics')),
        name text not null,
        sealed_address bytea not null,
        host text not null,
        user_name text,
        sealed_password bytea,
        all_day_blocks boolean not null,
        calendars jsonb not null default '[]',
        writes_to text,
        version text,
        read_at timestamptz,
        failure text,
        due_at timestamptz not null default now(),
        reading uuid,
        reading_until timestamptz,
        added_at timestamptz not null default now()
      );
      create index calendar_sources_due on calendar_sources (due_at);
      create unique index calendar_sources_written on calendar_sources ((true)) where writes_to is not null;
      create table busy_times (
        source_id uuid not null constraint busy_times_source references calendar_sources on delete cascade,
        during tstzrange not null,
        primary key (source_id, during)
      );
      create index busy_times_during on busy_times using gist (during)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('drop table busy_times, calendar_sources');
  }
}
