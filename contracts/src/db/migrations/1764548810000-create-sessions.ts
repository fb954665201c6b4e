import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions: page views of one visitor with gaps of at most 30 minutes. They have partitions by month as `visits` has, which
 * come and go together. `make migrate` builds those of the rows that are there (worker/src/migrate.ts).
 */
export class CreateSessions1764548810000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`alter table visits add device text, add browser text, add system text`);
    await db.query(`create table names (id bigint primary key, kind text not null, name text not null)`);
    await db.query(`create table sessions (
      visitor uuid not null,
      started_at timestamptz not null,
      ended_at timestamptz not null,
      entry bigint not null,
      exit bigint not null,
      referrer bigint,
      campaign bigint,
      city bigint,
      client bigint,
      texts_at timestamptz,
      day date not null,
      page_views int not null,
      video_seconds int not null default 0,
      goals int not null default 0,
      hour smallint not null,
      source smallint not null,
      suspicions smallint not null,
      country text not null,
      language text,
      pages_between bigint[],
      primary key (visitor, started_at)
    ) partition by range (started_at)`);
    await db.query(`create table reached_goals (
      lead_id uuid, goal text, visitor bytea not null, occurred_at timestamptz not null, primary key (lead_id, goal))`);
    await db.query(`create index reached_goals_of_visitor on reached_goals (visitor)`);
    await db.query(`create index video_views_of_visitor on video_views (visitor)`);
    await db.query(`create index text_edits_edited_at on text_edits (edited_at)`);

    await db.query(`create or replace function make_visits_partition(month date, first_id uuid, end_id uuid) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        execute format('create table if not exists %I partition of visits for values from (%L) to (%L)',
          'visits_' || to_char(month, 'YYYY_MM'), first_id, end_id);
        execute format('create table if not exists %I partition of sessions for values from (%L) to (%L)
            with (autovacuum_vacuum_scale_factor = 0.05)',
          'sessions_' || to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC',
          (month + interval '1 month')::timestamp at time zone 'UTC');
      end $$`);
    await db.query(`create or replace function seal_visits_month(sealed date, raw_days int) returns boolean
      language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        partition text := 'visits_' || to_char(sealed, 'YYYY_MM');
        is_old boolean;
      begin
        execute format('lock table %I in access exclusive mode', partition);
        execute format('select max(stored_at) < now() - make_interval(days => $1) from %I', partition)
          into is_old using raw_days;
        if is_old is not true then
          return false;
        end if;
        insert into sealed_months (month) values (sealed);
        execute format('drop table %I', partition);
        execute format('drop table if exists %I', 'sessions_' || to_char(sealed, 'YYYY_MM'));
        return true;
      end $$`);
    // The ids stay those of visits: this only makes the partitions of sessions that are missing.
    await db.query(`do $$
      declare
        month date;
      begin
        for month in select to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM')
          from pg_inherits where inhparent = 'visits'::regclass
        loop
          perform make_visits_partition(month, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000');
        end loop;
      end $$`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`create or replace function make_visits_partition(month date, first_id uuid, end_id uuid) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        execute format('create table if not exists %I partition of visits for values from (%L) to (%L)',
          'visits_' || to_char(month, 'YYYY_MM'), first_id, end_id);
      end $$`);
    await db.query(`create or replace function seal_visits_month(sealed date, raw_days int) returns boolean
      language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        partition text := 'visits_' || to_char(sealed, 'YYYY_MM');
        is_old boolean;
      begin
        execute format('lock table %I in access exclusive mode', partition);
        execute format('select max(stored_at) < now() - make_interval(days => $1) from %I', partition)
          into is_old using raw_days;
        if is_old is not true then
          return false;
        end if;
        insert into sealed_months (month) values (sealed);
        execute format('drop table %I', partition);
        return true;
      end $$`);
    await db.query(`drop index text_edits_edited_at, video_views_of_visitor`);
    await db.query(`drop table reached_goals, sessions, names`);
    await db.query(`alter table visits drop device, drop browser, drop system`);
  }
}
