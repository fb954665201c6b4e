import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { withPostgres } from '../local/with-postgres.js';
import { type BackupSettings, postgresEnvironment } from './backup-settings.js';
import { runProgram } from './run-program.js';
import { Advice } from '../local/advice.js';
import { listTables, sumTables, type TableSums } from './table-sums.js';
import { readQueuedJobs, readSpilledJobs, type WaitingJob } from './waiting-jobs.js';

/** The manifest.json of every backup and every export. */
export interface Manifest {
  format: 1;
  /** ISO, UTC. Whatever was accepted before is in it. */
  takenAt: string;
  /** Names of the migrations that the database has run, the newest last. */
  migrations: string[];
  /** The zone that the figures were counted in; null before the first start. */
  timeZone: string | null;
  tables: TableSums;
  /** Months of visits, as Postgres writes the bounds of a partition. */
  partitions: Record<string, string>;
  /** Jobs that were accepted and not yet done; null where Redis didn't answer. */
  jobs: number | null;
}

/** Part of both a backup and an export. */
export interface Contents {
  manifest: Manifest;
  jobs: WaitingJob[];
}

interface Snapshot {
  /** The connection that reads it. */
  db: pg.Client;
  /** For other connections: `pg_dump --snapshot`. */
  id: string;
  jobs: WaitingJob[];
  /** Counts and sums these tables, or all. */
  describe: (tables?: string[]) => Promise<Manifest>;
}

/**
 * Calls `work` with everything as it is at one moment. A job may go from Postgres to Redis (the outbox) and from there to
 * Postgres (its rows), and is read in this order: whatever was accepted before is then found at least once. It may
 * be found twice, which the unique keys make harmless. Throws `Advice` where the product never ran.
 */
export async function withSnapshot<Result>(
  { databaseUrl, redisUrl, queuePrefix }: BackupSettings,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withPostgres(databaseUrl, async (db) => {
    const { rowCount } = await db.query(`select where to_regclass('visits') is not null`);
    if (rowCount === 0)
      throw new Advice('The database has no data of Voordeur yet.', 'make up, then this again.');
    const takenAt = new Date().toISOString();
    const spilled = await readSpilledJobs(db);
    const queued = await readQueuedJobs(redisUrl, queuePrefix).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : '';
      process.stderr.write(`Redis does not answer (${why}): jobs that wait in it are left out.\n`);
      return null;
    });
    const jobs = [...new Map([...spilled, ...(queued ?? [])].map((job) => [job.id, job])).values()];
    await db.query('begin isolation level repeatable read read only');
    const { rows } = await db.query<{ id: string }>('select pg_export_snapshot() as id');
    const result = await work({
      ...{ db, id: rows[0]?.id ?? '', jobs },
      describe: async (tables) => ({
        format: 1,
        takenAt,
        ...(await readSchema(db)),
        tables: await sumTables(db, tables ?? (await listTables(db))),
        jobs: queued ? jobs.length : null,
      }),
    });
    await db.query('commit');
    return result;
  });
}

async function readSchema(db: pg.Client): Promise<Pick<Manifest, 'migrations' | 'timeZone' | 'partitions'>> {
  const { rows } = await db.query<{
    migrations: string[];
    timeZone: string | null;
    partitions: object | null;
  }>(
    `select array(select name from migrations order by id) as migrations,
      (select value from settings where name = 'time_zone') as "timeZone",
      (select json_object_agg(relname, pg_get_expr(relpartbound, pg_class.oid) order by relname)
        from pg_class join pg_inherits on inhrelid = pg_class.oid where inhparent = 'visits'::regclass) as partitions`,
  );
  const [found] = rows;
  return {
    migrations: found?.migrations ?? [],
    timeZone: found?.timeZone ?? null,
    partitions: { ...found?.partitions },
  };
}

/** Writes all that a backup holds into an empty folder: files/, dump/, jobs.json, and manifest.json last. */
export async function dumpInto(settings: BackupSettings, folder: string): Promise<Manifest> {
  return withSnapshot(settings, async ({ id, jobs, describe }) => {
    copyFiles(settings, join(folder, 'files'));
    // Uncompressed, so that restic finds what it has already; it compresses what is new.
    const dumping = runProgram(
      'pg_dump',
      [
        ...['--format', 'directory', '--compress', '0', '--snapshot', id, '--no-sync'],
        ...['--no-owner', '--no-privileges', '--file', join(folder, 'dump')],
      ],
      { env: postgresEnvironment(settings.databaseUrl) },
    );
    const describing = describe();
    // Neither may still be at it when the folder is removed because the other has failed.
    await Promise.allSettled([dumping, describing]);
    await dumping;
    const manifest = await describing;
    writeContents(folder, manifest, jobs);
    return manifest;
  });
}

/** The owner's files. Throws `Advice` when one that BACKUP_FILES names isn't there; of the usual ones it's left out. */
function copyFiles({ checkout, environment }: BackupSettings, to: string): void {
  const usual = '.env site.config.json web/public web/private';
  const { BACKUP_FILES: named } = environment;
  for (const file of (named ?? usual).split(/\s+/).filter(Boolean)) {
    const from = join(checkout, file);
    if (existsSync(from)) cpSync(from, join(to, file), { recursive: true, preserveTimestamps: true });
    else if (named)
      throw new Advice(
        `BACKUP_FILES names ${file}, which isn't there.`,
        'correct it in .env; containers see a file that docker-compose.override.yml mounts at /checkout.',
      );
  }
}

/** The manifest last: a folder without one isn't whole. */
export function writeContents(folder: string, manifest: Manifest, jobs: WaitingJob[]): void {
  writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs));
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Throws `Advice` when this isn't ours, or is of a newer version. */
export function readContents(folder: string): Contents {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
  const manifest = existsSync(join(folder, 'manifest.json'))
    ? (read('manifest.json') as Manifest)
    : undefined;
  if (manifest?.format !== 1)
    throw new Advice(
      'This holds no data of Voordeur that this version can read.',
      'update, then run this again.',
    );
  return { manifest, jobs: read('jobs.json') as WaitingJob[] };
}
