import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Redis } from 'ioredis';

/** Whether a text contains one of these, ignoring case. */
const holds = (text: string, canaries: string[]) => {
  const lower = text.toLowerCase();
  return canaries.some((canary) => lower.includes(canary.toLowerCase()));
};

/** The files below a folder that contain one of these. */
export function filesHolding(folder: string, canaries: string[]): string[] {
  const holding: string[] = [];
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    try {
      if (holds(readFileSync(path, 'latin1'), canaries)) holding.push(relative(folder, path));
    } catch (error) {
      // Gone meanwhile: Redis and Postgres replace theirs.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return holding;
}

/** The tables with rows that contain one of these, in any column. `query` resolves to rows. */
export async function tablesHolding(
  query: (sql: string, values?: unknown[]) => Promise<unknown[]>,
  canaries: string[],
): Promise<string[]> {
  const tables = (await query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition order by 1`,
  )) as { name: string }[];
  const holding: string[] = [];
  for (const { name } of tables) {
    const rows = await query(
      `select 1 from ${name} as held, unnest($1::text[]) as canary
      where position(lower(canary) in lower(held::text)) > 0 limit 1`,
      [canaries],
    );
    if (rows.length > 0) holding.push(name);
  }
  return holding;
}

/** The keys of Redis that contain one of these. Searching its files isn't enough, as they may be compressed. */
export async function keysHolding(redisUrl: string, canaries: string[], pattern = '*'): Promise<string[]> {
  const redis = new Redis(redisUrl);
  try {
    const holding: string[] = [];
    for (const key of await redis.keys(pattern))
      if (holds(key + JSON.stringify(await readKey(redis, key)), canaries)) holding.push(key);
    return holding;
  } finally {
    redis.disconnect();
  }
}

async function readKey(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key);
    case 'string':
      return redis.get(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, 0, -1);
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'none':
      return null;
    default:
      throw new Error(`${key} is of a type that can't be read here`);
  }
}
