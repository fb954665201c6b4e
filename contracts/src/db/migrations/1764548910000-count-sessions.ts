import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What counting sessions by filters needs: the sessions of some days of a month, found by an index of a few kilobytes because
 * they lie about as they came in, and those in which a video was watched. Several processes share the parts of a range of days
 * (api/src/analytics), which is why none shares a month with others.
 */
export class CountSessions1764548910000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create index sessions_started_at on sessions
      using brin (started_at) with (pages_per_range = 32, autosummarize = on)`);
    await db.query(`create index sessions_watched on sessions (started_at) where video_seconds > 0`);
    await db.query(madePartition(', parallel_workers = 0'));
    await forEachPartition(db, 'set (parallel_workers = 0)');
  }

  async down(db: QueryRunner): Promise<void> {
    await forEachPartition(db, 'reset (parallel_workers)');
    await db.query(madePartition(''));
    await db.query(`drop index sessions_watched, sessions_started_at`);
  }
}

function forEachPartition(db: QueryRunner, change: string): Promise<unknown> {
  return db.query(`do $$
    declare
      partition regclass;
    begin
      for partition in select inhrelid from pg_inherits where inhparent = 'sessions'::regclass
      loop
        execute format('alter table %s ${change}', partition);
      end loop;
    end $$`);
}

const madePartition = (more: string) => `
  create or replace function make_visits_partition(month date, first_id uuid, end_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    execute format('create table if not exists %I partition of visits for values from (%L) to (%L)',
      'visits_' || to_char(month, 'YYYY_MM'), first_id, end_id);
    execute format('create table if not exists %I partition of sessions for values from (%L) to (%L)
        with (autovacuum_vacuum_scale_factor = 0.05${more})',
      'sessions_' || to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC',
      (month + interval '1 month')::timestamp at time zone 'UTC');
  end $$`;
