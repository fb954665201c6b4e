import { join } from 'node:path';
import { laterMigrations } from '@voordeur/contracts/db';
import type pg from 'pg';
import { Advice } from '../local/advice.js';
import { step } from '../local/progress.js';
import { root } from '../local/settings.js';
import { withPostgres } from '../local/with-postgres.js';
import { type BackupSettings, postgresEnvironment } from './backup-settings.js';
import { dropDatabase, makeScratch, scratchOf, swapIn } from './databases.js';
import { ProgramFailure, runProgram } from './run-program.js';
import { compareSums, listTables, sumTables } from './table-sums.js';
import type { Contents, Manifest } from './take-snapshot.js';
import { insertJobs, type WaitingJob } from './waiting-jobs.js';

/**
 * Builds a database next to the live one with `load`, compares every table with the manifest, and puts it in the live one's
 * place: until that one moment nothing has changed for the product, however this ends. A drill stops before it.
 */
export async function replaceDatabase(
  settings: BackupSettings,
  { manifest, jobs }: Contents,
  load: (scratchUrl: string) => Promise<void>,
  { isDrill } = { isDrill: false },
): Promise<void> {
  const { databaseUrl } = settings;
  const of = isDrill ? 3 : 5;
  try {
    const scratchUrl = await makeScratch(databaseUrl);
    await step(2, of, 'building its database next to the live one', () => load(scratchUrl));
    await step(3, of, 'comparing rows and checksums', () => checkRows(scratchUrl, manifest));
    if (isDrill) return;
    await step(4, of, 'bringing it to this version', () => makeReady(scratchUrl, settings, jobs));
    await step(5, of, 'putting it in place', () => swapIn(databaseUrl));
  } finally {
    await dropDatabase(databaseUrl, scratchOf(databaseUrl));
  }
}

/** Throws `Advice` when this version, or this installation's settings, cannot run with the data. */
export function checkFits({ timeZone }: BackupSettings, manifest: Manifest): void {
  const newer = laterMigrations(manifest.migrations);
  if (newer.length > 0)
    throw new Advice(
      `This data is of a newer version of Voordeur (${newer.join(', ')}).`,
      'update this installation first, then run this again.',
    );
  if (manifest.timeZone && manifest.timeZone !== timeZone)
    throw new Advice(
      `The figures of this data were counted in days of ${manifest.timeZone}, and TIME_ZONE is ${timeZone}.`,
      `set TIME_ZONE=${manifest.timeZone} in .env, then run this again.`,
    );
}

/** Puts a dump into an empty database, all of it or none. */
export async function loadDump(databaseUrl: string, dump: string): Promise<void> {
  try {
    await runProgram(
      'pg_restore',
      ['--exit-on-error', '--no-owner', '--no-privileges', '--jobs', '2', '--dbname', '', dump],
      { env: postgresEnvironment(databaseUrl) },
    );
  } catch (error) {
    if (!(error instanceof ProgramFailure) || !/unsupported version .* in file header/.test(error.output))
      throw error;
    throw new Advice(
      'This backup was made with a newer Postgres than the one here.',
      'restore it where that Postgres runs (containers have 17), and bring it here with make export and make import.',
    );
  }
}

/** Throws unless every table has the rows that it had when the snapshot was taken. */
export async function checkRows(databaseUrl: string, { tables }: Manifest): Promise<void> {
  const found = await withPostgres(databaseUrl, async (db) => sumTables(db, await listTables(db)));
  const differing = compareSums(tables, found);
  if (differing.length === 0) return;
  throw new Advice(
    `What was restored is not what was saved: ${differing.join('; ')}.`,
    'take another snapshot.',
  );
}

/** Brings a restored database to this version, with the jobs that were waiting; nobody is logged in to it, and no key or link opens it. */
export async function makeReady(
  databaseUrl: string,
  { environment }: BackupSettings,
  jobs: WaitingJob[],
): Promise<void> {
  await runProgram(process.execPath, [join(root, 'worker/dist/migrate.js')], {
    cwd: root,
    env: { ...process.env, ...environment, DATABASE_URL: databaseUrl },
  });
  await withPostgres(databaseUrl, async (db) => {
    await insertJobs(db, jobs);
    await endAccess(db);
    // pg_restore leaves Postgres without statistics.
    await db.query('analyze');
  });
}

/** Ends every session, key and link: those that have been ended since the snapshot must not come back. */
export async function endAccess(db: pg.Client): Promise<void> {
  for (const table of ['admin_sessions', 'api_keys', 'shared_links']) await db.query(`delete from ${table}`);
}
