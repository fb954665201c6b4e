import { connectRedis } from '@voordeur/server';
import pg from 'pg';
import type { Config } from '../../platform/config.js';
import { sessionSettings } from '../../platform/database.js';

const answerMs = 5_000;

/** Connects to Redis and Postgres. Throws a sentence that says which of them doesn't answer, without addresses. */
export async function reachServices({ databaseUrl, redisUrl }: Pick<Config, 'databaseUrl' | 'redisUrl'>) {
  // If they go away later, the import waits: commands to Redis hang until it's back, and Postgres is asked again.
  const redis = connectRedis(redisUrl, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: answerMs,
  });
  const db = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'import-log',
    max: 1,
    connectionTimeoutMillis: answerMs,
    query_timeout: 2 * answerMs,
    options: sessionSettings('service'),
  });
  redis.on('error', () => undefined);
  db.on('error', () => undefined);

  async function close(): Promise<void> {
    redis.disconnect();
    await db.end();
  }
  try {
    await redis.connect().catch((cause: unknown) => {
      throw new Error('Redis does not answer at REDIS_URL; is the stack up (make up)?', { cause });
    });
    await db.query('select 1 from recorded_chunks limit 0').catch((cause: unknown) => {
      throw new Error(whyNotPostgres(cause), { cause });
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { redis, db, close };
}

function whyNotPostgres(error: unknown): string {
  return (error as { code?: unknown }).code === '42P01'
    ? 'The database at DATABASE_URL has no tables yet; the stack makes them when it starts (make up).'
    : 'Postgres does not answer at DATABASE_URL; is the stack up (make up)?';
}
