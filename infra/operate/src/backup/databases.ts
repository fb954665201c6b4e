import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { urlOf, withPostgres } from '../local/with-postgres.js';
import { Advice } from '../local/advice.js';
import { isRunning, stopStack } from '../local/stop-stack.js';
import type { BackupSettings } from './backup-settings.js';

const nameOf = (databaseUrl: string) => decodeURIComponent(new URL(databaseUrl).pathname.slice(1));

/** A restore builds this one next to the live database. */
export const scratchOf = (databaseUrl: string) => `${nameOf(databaseUrl)}_restore`;

/** The live one before the last restore. */
export const replacedOf = (databaseUrl: string) => `${nameOf(databaseUrl)}_replaced`;

/** A connection to the server that no database of ours stands in the way of. */
function withServer<Result>(databaseUrl: string, work: (db: pg.Client) => Promise<Result>): Promise<Result> {
  return withPostgres(urlOf(databaseUrl, 'postgres'), work);
}

/**
 * Calls `work` while no other backup, restore, export or import of this database runs; starts our Postgres and Redis for
 * as long, if they don't run. Postgres gives the lock back when our process ends, however it ends. Throws `Advice` when
 * another one runs, or Postgres doesn't answer.
 */
export async function alone<Result>(
  { databaseUrl, settings }: BackupSettings,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!settings.ownPostgres || isRunning(settings.localDir)) return withLock(databaseUrl, work);
  // Loaded only here: it brings TypeORM along, and on a small machine the nightly backup should be small.
  const { startServices } = await import('../local/stack.js');
  await startServices(settings);
  try {
    return await withLock(databaseUrl, work);
  } finally {
    await stopStack(settings.localDir);
  }
}

async function withLock<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  try {
    await withServer(databaseUrl, () => Promise.resolve());
  } catch (cause) {
    throw new Advice(
      `Postgres does not let us in: ${cause instanceof Error ? cause.message : ''}`,
      'make up, then this again.',
    );
  }
  return withServer(databaseUrl, async (db) => {
    const { rows } = await db.query<{ got: boolean }>(
      `select pg_try_advisory_lock(hashtext('voordeur/keep/' || $1)) as got`,
      [nameOf(databaseUrl)],
    );
    if (rows[0]?.got) return work();
    throw new Advice('Another backup or restore of this database is running.', 'wait until it is done.');
  });
}

export async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  await withServer(databaseUrl, (db) =>
    db.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  );
}

/** An empty database for a restore, in place of what one that was killed has left. Returns its address. */
export async function makeScratch(databaseUrl: string): Promise<string> {
  const name = scratchOf(databaseUrl);
  await dropDatabase(databaseUrl, name);
  await withServer(databaseUrl, (db) =>
    db.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`),
  );
  return urlOf(databaseUrl, name);
}

/**
 * Puts the restored database in the live one's place, which is kept under another name. Both renames are one transaction,
 * so that the product has one or the other whenever this ends. Its connections are closed; it opens new ones.
 */
export async function swapIn(databaseUrl: string): Promise<void> {
  const [live, scratch, replaced] = [nameOf, scratchOf, replacedOf].map((naming) => naming(databaseUrl));
  await dropDatabase(databaseUrl, replacedOf(databaseUrl));
  await withServer(databaseUrl, async (db) => {
    const rename = (from = '', to = '') =>
      db.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`);
    await db.query('begin');
    // It locks the database against new connections, then waits 5 s at most until the last one is closed.
    const renamed = rename(live, replaced);
    await closeConnections(databaseUrl, renamed);
    await renamed;
    await rename(scratch, live);
    await db.query('commit');
  });
}

async function closeConnections(databaseUrl: string, until: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = () => (isOver = true);
  until.then(end, end);
  await withServer(databaseUrl, async (db) => {
    while (!isOver) {
      await db.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        nameOf(databaseUrl),
      ]);
      await wait(50);
    }
  });
}
