import { randomBytes } from 'node:crypto';
import { createDataSource } from '@voordeur/contracts/db';
import { Redis } from 'ioredis';
import pg from 'pg';

/** The servers that `make test` starts; a test takes a database and a key prefix of its own on them. */
export const testServices = {
  databaseUrl: process.env['TEST_DATABASE_URL'] ?? 'postgres://voordeur:voordeur@127.0.0.1:25432/postgres',
  redisUrl: process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:26379',
};

/** A migrated database of this file's own. `drop` closes and removes it; with `KEEP_DB=1` it is left and named. */
export async function createTestDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner((owner) => owner.query(`create database ${name}`));
  const url = new URL(testServices.databaseUrl);
  url.pathname = `/${name}`;
  const dataSource = await createDataSource(url.href).initialize();
  await dataSource.runMigrations();

  async function drop() {
    await dataSource.destroy();
    if (process.env['KEEP_DB'] === '1') process.stderr.write(`kept ${url.href}\n`);
    else await asOwner((owner) => owner.query(`drop database ${name} with (force)`));
  }
  return { url: url.href, dataSource, drop };
}

/** A queue prefix of this file's own on the shared test Redis; `clear` removes every key under it. */
export function createTestQueues() {
  const prefix = `{test-${randomBytes(6).toString('hex')}}`;
  async function clear() {
    const redis = new Redis(testServices.redisUrl);
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(keys);
    await redis.quit();
  }
  return { prefix, redisUrl: testServices.redisUrl, clear };
}

async function asOwner(work: (owner: pg.Client) => Promise<unknown>) {
  const owner = new pg.Client(testServices.databaseUrl);
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}
