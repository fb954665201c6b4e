import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A row for each day on which a session began: all of them, column by column, in one text (server/src/session-columns). Filters
 * read it in place of the sessions' own rows. A change of one of those sets `version` and `packed` to null, until a worker packs the
 * day again.
 */
export class PackSessions1764549900000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create table packed_sessions (day date primary key, version uuid, packed text)`);
    // It's base64 of numbers: compressing gains little, and reading has to be fast.
    await db.query(`alter table packed_sessions alter packed set storage external`);
    // Packing a day takes the same lock alone: it waits for those who changed rows, and misses nothing.
    await db.query(`create function unpack_sessions() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtext('voordeur/packed-sessions'), day - date '2000-01-01')
          from (select distinct day from changed order by day) as days;
        update packed_sessions set version = null, packed = null
          where packed is not null and day in (select day from changed);
        insert into packed_sessions (day) select distinct day from changed order by day on conflict do nothing;
        return null;
      end $$`);
    // An update never moves a session to another day, so the rows as they are now name all days that changed.
    for (const [event, table] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ]) {
      await db.query(`create trigger sessions_${event} after ${event} on sessions
        referencing ${table} table as changed for each statement execute function unpack_sessions()`);
    }
    await db.query(`insert into packed_sessions (day) select distinct day from sessions`);
    // Dropping a partition fires no trigger. The days at both ends may have sessions in other months.
    await db.query(
      sealMonth(`update packed_sessions set version = null, packed = null
          where day between sealed - 1 and (sealed + interval '1 month')::date;`),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(sealMonth(''));
    await db.query(`drop trigger sessions_insert on sessions`);
    await db.query(`drop trigger sessions_update on sessions`);
    await db.query(`drop trigger sessions_delete on sessions`);
    await db.query(`drop function unpack_sessions`);
    await db.query(`drop table packed_sessions`);
  }
}

/** SQL: the function that seals a month, with `more` before it ends. */
const sealMonth = (more: string) => `
  create or replace function seal_visits_month(sealed date, raw_days int) returns boolean
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
    ${more}
    return true;
  end $$`;
