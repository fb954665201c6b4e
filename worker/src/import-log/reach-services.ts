import { Redis } from 'ioredis';
import pg from 'pg';

interface Addresses {
  databaseUrl: string;
  redisUrl: string;
}

const answerMs = 5_000;

/** Connects to Redis and Postgres. Throws a sentence that says which of them does not answer, without addresses. */
export async function reachServices({ databaseUrl, redisUrl }: Addresses) {
  // Once they were there, they are waited for: Redis' commands hang until it is back, Postgres is asked again.
  const redis = new Redis(redisUrl, {
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
  });
  redis.on('error', () => undefined);
  db.on('error', () => undefined);

  async function close(): Promise<void> {
    redis.disconnect();
    await db.end();
  }
  try {
    await askRedis(redis);
    await askPostgres(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { redis, db, close };
}

async function askRedis(redis: Redis): Promise<void> {
  try {
    await redis.connect();
  } catch (cause) {
    throw new Error('Redis does not answer at REDIS_URL; is the stack up (make up)?', { cause });
  }
}

async function askPostgres(db: pg.Pool): Promise<void> {
  try {
    await db.query('select 1 from recorded_chunks limit 0');
  } catch (cause) {
    const hasNoTable = (cause as { code?: unknown }).code === '42P01';
    throw new Error(
      hasNoTable
        ? 'The database at DATABASE_URL has no tables yet; the stack makes them when it starts (make up).'
        : 'Postgres does not answer at DATABASE_URL; is the stack up (make up)?',
      { cause },
    );
  }
}
