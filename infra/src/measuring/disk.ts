import { spawnSync } from 'node:child_process';
import { readRow } from './clients.js';

/** Megabytes that a folder takes, links followed; 0 if it doesn't exist. */
export function diskUse(folder: string): number {
  const { stdout } = spawnSync('du', ['-sLB1', folder], { encoding: 'utf8' });
  return Number(/^\d+/.exec(stdout)?.[0] ?? 0) / 1e6;
}

/** Megabytes on disk, indexes and all, of raw visits and of everything that is kept for good. */
export function readTableSizes(databaseUrl: string): Promise<{ raw: number; rest: number }> {
  return readRow(
    databaseUrl,
    `select coalesce(sum(bytes) filter (where is_raw), 0)::float8 / 1e6 as raw,
      sum(bytes) filter (where not is_raw)::float8 / 1e6 as rest
    from (select relname ~ '^visits_[0-9]{4}_[0-9]{2}$' as is_raw, pg_total_relation_size(oid) as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`,
  );
}
