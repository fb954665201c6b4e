import { StartupError } from '@voordeur/server';
import pg from 'pg';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';

const longestName = 63;
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const insufficientPrivilege = '42501';

/** One per live database, so that what a killed run left is found by its name. */
export function scratchOf(liveUrl: string): string {
  const live = decodeURIComponent(new URL(liveUrl).pathname.slice(1));
  return `voordeur_capacity_${live}`.slice(0, longestName);
}

/**
 * Calls `work` with the address of an empty database on the live one's server, and drops it however that ends. Throws a
 * `StartupError` if the role may not create one, or another run has it.
 */
export async function withScratchDatabase<Result>(
  live: DataSource,
  liveUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(liveUrl);
  const name = scratchOf(liveUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  // One connection, which the pool may not close: it holds the lock.
  const server = live.createQueryRunner();
  try {
    await lock(server);
    await replace(server, name);
    try {
      return await work(url.href);
    } finally {
      await drop(server, name);
    }
  } finally {
    await server.release();
  }
}

/** Postgres gives it back when the connection ends, however it does. */
async function lock(server: QueryRunner): Promise<void> {
  const rows = (await server.query(`select pg_try_advisory_lock(hashtext('voordeur/capacity')) as got`)) as {
    got: boolean;
  }[];
  if (!rows[0]?.got) throw new StartupError('Another measurement is running. Wait until it is done.');
}

/** In place of what a killed run has left. */
async function replace(server: QueryRunner, name: string): Promise<void> {
  try {
    await drop(server, name);
    await server.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    throw new StartupError(
      'The role in DATABASE_URL may not create databases, and the measurement needs one of its own, which it drops at the end. ' +
        'Allow it with: alter role … createdb',
      { cause: error },
    );
  }
}

async function drop(server: QueryRunner, name: string): Promise<void> {
  await server.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

function isNotAllowed(error: unknown): boolean {
  return (
    error instanceof QueryFailedError &&
    (error.driverError as { code?: unknown }).code === insufficientPrivilege
  );
}
