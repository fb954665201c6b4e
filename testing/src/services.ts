import { randomBytes } from 'node:crypto';
import { createDataSource, rightsSql, roles } from '@voordeur/contracts/db';
import { Redis } from 'ioredis';
import pg from 'pg';

/** The servers that `make test` starts; a test takes a database and a key prefix of its own on them. */
export const testServices = {
  databaseUrl: 'postgres://voordeur:voordeur@127.0.0.1:25432/postgres',
  redisUrl: 'redis://:voordeur@127.0.0.1:26379',
};

/** A migrated database on that server, which each file copies: migrations take longer than most tests. */
const template = process.env['TEST_TEMPLATE'];

/** The address of the same server for one of the programs, as production has it. */
export function asProgram(program: 'api' | 'worker', address: string): string {
  const url = new URL(address);
  [url.username, url.password] = [roles[program], 'voordeur'];
  return url.href;
}

/**
 * A migrated database of this file's own, in which the programs have their rights; `url` and `dataSource` are its owner's.
 * `drop` closes and removes it; with `KEEP_DB=1` it is left and named. On another server than that of all tests, `makeRoles` first.
 */
export async function createTestDatabase(serverUrl = testServices.databaseUrl) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const copied = template && serverUrl === testServices.databaseUrl ? ` template ${template}` : '';
  await asOwner((owner) => owner.query(`create database ${name}${copied}`), serverUrl);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const dataSource = await createDataSource(url.href).initialize();
  await dataSource.runMigrations();
  for (const sql of rightsSql(name)) await dataSource.query(sql);

  async function drop() {
    await dataSource.destroy();
    if (process.env['KEEP_DB'] === '1') process.stderr.write(`kept ${url.href}\n`);
    else await dropDatabase(name, serverUrl);
  }
  const urls = {
    url: url.href,
    apiUrl: asProgram('api', url.href),
    workerUrl: asProgram('worker', url.href),
  };
  return { ...urls, name, dataSource, drop };
}

export function dropDatabase(name: string, serverUrl?: string): Promise<void> {
  return asOwner((owner) => owner.query(`drop database ${name} with (force)`), serverUrl);
}

/** A queue prefix of this file's own on the shared test Redis; `clear` removes every key under it. */
export function createTestQueues() {
  const prefix = `{test-${randomBytes(6).toString('hex')}}`;
  const { redisUrl } = testServices;
  async function clear() {
    const redis = new Redis(redisUrl);
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(keys);
    await redis.quit();
  }
  return {
    prefix,
    redisUrl,
    apiRedisUrl: asProgram('api', redisUrl),
    workerRedisUrl: asProgram('worker', redisUrl),
    clear,
  };
}

export async function asOwner(
  work: (owner: pg.Client) => Promise<unknown>,
  serverUrl = testServices.databaseUrl,
) {
  const owner = new pg.Client(serverUrl);
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}
