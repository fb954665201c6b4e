import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource } from '@voordeur/contracts/db';
import { createTestDatabase, createTestQueues, freePort } from '@voordeur/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlOf, withPostgres } from '../local/with-postgres.js';
import { Advice } from '../local/advice.js';
import { isRunning, removeData } from '../local/stop-stack.js';
import { alone } from './alone.js';
import { dropDatabase, makeScratch, replacedOf, scratchOf, swapIn } from './databases.js';
import { readBackupSettings } from './backup-settings.js';
import { checkFits, checkRows, loadDump, makeReady } from './restore-into.js';
import { ProgramFailure } from './run-program.js';
import { dumpInto, type Manifest } from './take-snapshot.js';

/*
 * The steps of a restore, in this process; whole restores of a running product are in backup.long.spec.ts.
 */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let settings: ReturnType<typeof readBackupSettings>;
let manifest: Manifest;
const queues = createTestQueues();
const folder = mkdtempSync(join(tmpdir(), 'voordeur-restore-'));
const dump = join(folder, 'dump');
const timeZone = 'Asia/Kathmandu';
/** They start programs. */
const slow = { timeout: 60_000 };
const idOf = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const job = { id: idOf(1), queue: 'visits', name: 'record-visits', payload: { events: [] } };

const query = async (sql: string, url = database.url) =>
  (await withPostgres(url, (db) => db.query<Record<string, unknown>>(sql))).rows;
const suppressed = async (url: string) =>
  (await query('select email from suppressions order by 1', url)).map(({ email }) => email);
const suppress = (email: string) =>
  query(`insert into suppressions values ('${email}', md5('${email}')::uuid, '2026-01-01')`);
const there = async () =>
  (await query('select datname as name from pg_database')).map(({ name }) => String(name));

beforeAll(async () => {
  database = await createTestDatabase();
  settings = readBackupSettings({
    DATABASE_URL: database.url,
    WORKER_DATABASE_URL: database.workerUrl,
    REDIS_URL: queues.redisUrl,
    QUEUE_PREFIX: queues.prefix,
    TIME_ZONE: timeZone,
    LOCAL_DIR: folder,
  });
  await query(`insert into settings (name, value) values ('time_zone', '${timeZone}')`);
  await query(`insert into admin_sessions (id, expires_at) values ('${idOf(2)}', now() + interval '1 day')`);
  await suppress('before@example.org');
  manifest = await dumpInto(settings, folder);
});
afterAll(async () => {
  for (const naming of [scratchOf, replacedOf]) await dropDatabase(database.url, naming(database.url));
  await database.drop();
  await queues.clear();
  rmSync(folder, { recursive: true });
});

it('backs up no database in which the product never ran', async () => {
  const empty = { ...settings, databaseUrl: urlOf(database.url, 'postgres') };
  await expect(dumpInto(empty, join(folder, 'empty'))).rejects.toThrow('no data of Voordeur yet');
});

it('refuses data of a newer version, and figures counted in another time zone', () => {
  const refused = (given: Partial<Manifest>) => () => {
    checkFits(settings, { ...manifest, ...given });
  };
  expect(manifest).toMatchObject({ timeZone });
  expect(refused({})).not.toThrow();
  expect(refused({ timeZone: null })).not.toThrow();
  expect(refused({ timeZone: 'Europe/Amsterdam' })).toThrow(
    'days of Europe/Amsterdam, and TIME_ZONE is Asia',
  );
  expect(refused({ migrations: [...manifest.migrations, 'Later1', 'Later2'] })).toThrow('(Later1, Later2)');
});

it('lets one backup or restore of a database run at a time', async () => {
  const another = { ...settings, databaseUrl: urlOf(database.url, 'postgres') };
  await alone(settings, async () => {
    expect(existsSync(join(settings.localDir, 'run'))).toBe(false);
    await expect(alone(settings, () => Promise.resolve())).rejects.toThrow(Advice);
    expect(await alone(another, () => Promise.resolve('of another database'))).toBe('of another database');
  });
  await expect(alone(settings, () => Promise.reject(new Error('its own failure')))).rejects.toThrow(
    'its own failure',
  );
  expect(await alone(settings, () => Promise.resolve('the next'))).toBe('the next');
  const stranger = new URL(database.url);
  stranger.username = 'nobody_we_know';
  const locked = alone({ ...settings, databaseUrl: stranger.href }, () => Promise.resolve());
  await expect(locked).rejects.toThrow(/^Postgres does not let us in: .*nobody_we_know/);
});

it('leaves the live database in place when the restored one cannot take it', async () => {
  // As in an installation: the owner is named like the database, which is where it connects by default.
  const name = new URL(database.url).pathname.slice(1);
  await query(`create role ${name} superuser login password 'voordeur'`);
  const live = new URL(database.url);
  live.username = name;
  await dropDatabase(live.href, scratchOf(live.href));
  await expect(swapIn(live.href)).rejects.toThrow(`"${scratchOf(live.href)}" does not exist`);
  expect(await suppressed(live.href)).toContain('before@example.org');
  expect(await there()).not.toContain(replacedOf(live.href));
  await query(`drop role ${name}`);
});

it('builds the database of a snapshot next to the live one, then swaps them', slow, async () => {
  const [live, scratch, replaced] = [database.url, scratchOf, replacedOf].map((naming) =>
    typeof naming === 'string' ? naming : urlOf(database.url, naming(database.url)),
  ) as [string, string, string];
  // Left by a restore that was killed, and by the one before it.
  await query(`create database ${replacedOf(live)}`);
  await makeScratch(live);
  await query('create table settings (name text)', scratch);
  await suppress('since@example.org');

  expect(await makeScratch(live)).toBe(scratch);
  await loadDump(scratch, dump);
  await checkRows(scratch, manifest);
  expect(await query('select from admin_sessions', scratch)).toHaveLength(1);
  // As a snapshot of the version before is.
  const before = await createDataSource(scratch).initialize();
  await before.undoLastMigration();
  await before.destroy();
  await makeReady(scratch, settings, [job]);

  const migrations = await query('select name from migrations order by id', scratch);
  expect(migrations.map(({ name }) => name)).toEqual(manifest.migrations);
  expect(await query('select from admin_sessions', scratch)).toEqual([]);
  const outbox = await query('select event_id as id, destination, type, payload from outbox', scratch);
  expect(outbox).toEqual([{ id: job.id, destination: job.queue, type: job.name, payload: job.payload }]);
  const unanalyzed = `select relname from pg_class where relname in ('outbox', 'suppressions') and reltuples < 0`;
  expect(await query(unanalyzed, scratch)).toEqual([]);
  expect(await suppressed(live)).toEqual(['before@example.org', 'since@example.org']);

  // The product is connected all the while.
  await withPostgres(live, async (product) => {
    const ended = new Promise((done) => product.once('end', done));
    await swapIn(live);
    await ended;
  });
  expect(await suppressed(live)).toEqual(['before@example.org']);
  expect(await suppressed(replaced)).toEqual(['before@example.org', 'since@example.org']);
  expect(await there()).not.toContain(scratchOf(live));
});

it('refuses what was restored if a row is missing or another one', async () => {
  const scratch = await makeScratch(database.url);
  await loadDump(scratch, dump);
  await query('create table of_a_later_version (id int)', scratch);
  await checkRows(scratch, manifest);
  await query('alter table imported_days rename to kept_days', scratch);
  await expect(checkRows(scratch, manifest)).rejects.toThrow('imported_days is missing');
  await query('alter table kept_days rename to imported_days', scratch);
  await query(`update suppressions set email = 'other@example.org'`, scratch);
  await expect(checkRows(scratch, manifest)).rejects.toThrow('suppressions has 1 rows, but not the same');
  await query(`truncate suppressions, admin_sessions`, scratch);
  await expect(checkRows(scratch, manifest)).rejects.toThrow(
    'admin_sessions has 0 rows, not 1; suppressions has 0 rows, not 1.',
  );
});

it('says what to do about a dump of a newer Postgres, and passes on what else is wrong with one', async () => {
  const scratch = await makeScratch(database.url);
  await expect(loadDump(scratch, join(folder, 'nowhere'))).rejects.toThrow(ProgramFailure);
  const contents = join(dump, 'toc.dat');
  const kept = `${contents}.kept`;
  copyFileSync(contents, kept);
  const bytes = readFileSync(contents);
  // "PGDMP", then the version of the format.
  bytes[6] = 99;
  writeFileSync(contents, bytes);
  await expect(loadDump(scratch, dump)).rejects.toThrow('made with a newer Postgres');
  copyFileSync(kept, contents);
});

it('starts our own servers for as long as it takes, unless they run', slow, async () => {
  const [postgres, redis] = [String(await freePort()), String(await freePort())];
  const own = readBackupSettings({
    ...{ LOCAL_DIR: join(folder, 'own'), POSTGRES_PORT: postgres, REDIS_PORT: redis },
    ...{ POSTGRES_PASSWORD: 'voordeur', REDIS_PASSWORD: 'voordeur', BACKUP_AT: 'off' },
  });
  const ofServer = { ...own, databaseUrl: urlOf(own.databaseUrl, 'postgres') };
  const startedAt = () => query('select pg_postmaster_start_time()::text as at', own.databaseUrl);
  const lives: unknown[] = [];
  try {
    const failing = alone(own, async () => {
      lives.push(await startedAt(), await alone(ofServer, startedAt), await startedAt());
      throw new Error('its own failure');
    });
    await expect(failing).rejects.toThrow('its own failure');
    expect(lives).toEqual(Array(3).fill(lives[0]));
    expect(isRunning(own.localDir)).toBe(false);
  } finally {
    await removeData(own.localDir);
  }
});
