import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from '../local/advice.js';
import { isRunning, stopStack } from '../local/stop-stack.js';
import { withPostgres } from '../local/with-postgres.js';
import type { BackupSettings } from './backup-settings.js';
import { nameOf, withServer } from './databases.js';

/**
 * Calls `work` with an empty folder that only we can read, while no other backup, restore, export or import of this database
 * runs; starts our Postgres and Redis for as long, if they don't run. Postgres gives the lock back when our process ends,
 * however it ends. Throws `Advice` when another one runs, Postgres doesn't answer, or a copy of the database may not fit.
 */
export async function alone<Result>(
  settings: BackupSettings,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { ownPostgres, localDir } = settings;
  const locked = () => withLock(settings.databaseUrl, () => withWorkFolder(settings, work));
  if (!ownPostgres || isRunning(localDir)) return locked();
  // Loaded only here: it brings TypeORM along, and on a small machine the nightly backup should be small.
  const { startServices } = await import('../local/stack.js');
  await startServices(settings);
  try {
    return await locked();
  } finally {
    await stopStack(localDir);
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

async function withWorkFolder<Result>(
  { localDir, databaseUrl }: BackupSettings,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(localDir, 'keep');
  // A killed run has left its own.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    await checkSpace(folder, databaseUrl);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkSpace(folder: string, databaseUrl: string): Promise<void> {
  const { rows } = await withPostgres(databaseUrl, (db) =>
    db.query<{ size: string }>('select pg_database_size(current_database()) as size'),
  );
  const needed = Number(rows[0]?.size);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize > needed) return;
  throw new Advice(
    `${folder} has ${inMegabytes(bavail * bsize)} free, and a copy of the database may take ${inMegabytes(needed)}.`,
    'make room, or set LOCAL_DIR to a larger disk.',
  );
}

export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
