import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a night removes is found by an index, and a name says when it was last used. Sealing asks before it locks a month's
 * partition, and drops one that holds nothing.
 */
export class FindWhatEnds1764550200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of ['visits', 'video_views'])
      await db.query(`create index ${table}_with_address on ${table} (stored_at) where ip is not null`);
    await db.query(`create index leads_of_visit on leads (visit_digest) where visit_digest is not null`);
    await db.query(`alter table names add used_on date not null default now()`);
    // A lock that isn't there soon is left for the next try: readers of all months wait in line behind this one.
    await db.query(`create or replace function seal_visits_month(sealed date, raw_days int) returns boolean
      language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
      declare
        partition text := 'visits_' || to_char(sealed, 'YYYY_MM');
        starts timestamptz := sealed::timestamp at time zone 'UTC';
        ends timestamptz := (sealed + interval '1 month') at time zone 'UTC';
        -- Where there are no page views, video views say how old it is.
        is_kept text := format('select case when exists (select from %1$I)
          then exists (select from %1$I where stored_at >= now() - make_interval(days => $1))
          else exists (select from video_views where occurred_at >= $2 and occurred_at < $3
            and stored_at >= now() - make_interval(days => $1)) end', partition);
        has_rows text := format('select exists (select from %I)
          or exists (select from video_views where occurred_at >= $1 and occurred_at < $2)', partition);
        answer boolean;
      begin
        execute is_kept into answer using raw_days, starts, ends;
        if answer then
          return false;
        end if;
        execute format('lock table %I in access exclusive mode', partition);
        -- Rows may have come in before the lock.
        execute is_kept into answer using raw_days, starts, ends;
        if answer then
          return false;
        end if;
        execute has_rows into answer using starts, ends;
        if answer then
          insert into sealed_months (month) values (sealed);
        end if;
        execute format('drop table %I', partition);
        execute format('drop table if exists %I', 'sessions_' || to_char(sealed, 'YYYY_MM'));
        update packed_sessions set version = null, packed = null
          where day between sealed - 1 and (sealed + interval '1 month')::date;
        return answer;
      end $$`);
  }

  async down(db: QueryRunner): Promise<void> {
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
        update packed_sessions set version = null, packed = null
          where day between sealed - 1 and (sealed + interval '1 month')::date;
        return true;
      end $$`);
    await db.query(`alter table names drop used_on`);
    await db.query(`drop index leads_of_visit, visits_with_address, video_views_with_address`);
  }
}
