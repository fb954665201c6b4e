import { readRow } from '@voordeur/e2e/helpers/clients.js';

/** Megabytes on disk, indexes and all, of raw visits, of sessions, and of everything that is kept for good; and how many sessions. */
export function readTableSizes(
  databaseUrl: string,
): Promise<{ raw: number; ofSessions: number; rest: number; sessions: number }> {
  return readRow(
    databaseUrl,
    `select coalesce(sum(bytes) filter (where name like 'visits_2%'), 0)::float8 / 1e6 as raw,
      coalesce(sum(bytes) filter (where name like 'sessions_2%'), 0)::float8 / 1e6 as "ofSessions",
      sum(bytes) filter (where name !~ '^(visits|sessions)_2')::float8 / 1e6 as rest,
      (select count(*)::float8 from sessions) as sessions
    from (select relname as name, pg_total_relation_size(oid) as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`,
  );
}
