import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the worker may do without owning the tables (roles.ts): each function does one thing, with the rights of the owner.
 * The months of page views come and go, and sessions that have expired leave.
 */
export class GuardPartitions1764548790000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`create function make_visits_partition(month date, first_id uuid, end_id uuid) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        execute format('create table if not exists %I partition of visits for values from (%L) to (%L)',
          'visits_' || to_char(month, 'YYYY_MM'), first_id, end_id);
      end $$`);
    // Locked first, so that no row can be added between the check and the drop. An empty one stays: an import may still
    // fill it.
    await db.query(`create function seal_visits_month(sealed date, raw_days int) returns boolean
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
    await db.query(`create function remove_expired_sessions() returns void
      language sql security definer set search_path = public, pg_temp
      as 'delete from admin_sessions where expires_at < now()'`);
    for (const name of functions) await db.query(`revoke execute on function ${name} from public`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of functions) await db.query(`drop function ${name}`);
  }
}

const functions = ['make_visits_partition', 'seal_visits_month', 'remove_expired_sessions'];
