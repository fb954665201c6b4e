import { spawnSync } from 'node:child_process';
import { readRow } from './clients.js';

/** Megabytes that a folder takes, links followed; 0 if it doesn't exist. */
export function diskUse(folder: string): number {
  const { stdout } = spawnSync('du', ['-sLB1', folder], { encoding: 'utf8' });
  return Number(/^\d+/.exec(stdout)?.[0] ?? 0) / 1e6;
}

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
