import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { ownershipSql, rightsSql, roles, rolesSql } from '@voordeur/contracts/db';
import { orExit, readTimeZone, writeTimeZone } from '@voordeur/server';
import { type DataSource, QueryFailedError } from 'typeorm';
import { loadConfig, loadLogins } from './platform/config.js';
import { openDatabase } from './platform/database.js';
import { makePartitionsAhead } from './intake/partitions.js';

/*
 * Migrates the database to this code, one migrator at a time, gives the programs their rights in it, and creates the
 * partitions ahead. Exits with 0 once done.
 *
 * DATABASE_URL is the superuser's, and API_DATABASE_URL and its like say as whom the programs log in. Without them, as on a
 * Postgres of the operator's own, one role does everything.
 */
const config = orExit(loadConfig);
const logins = orExit(() => loadLogins(config));
const userOf = (address: string) => new URL(address).username;
const passwordOf = (address: string) => decodeURIComponent(new URL(address).password);
const hasRoles = [logins.api, logins.worker].every((one) => userOf(one) !== userOf(config.databaseUrl));

/** Running statements go on, and everything that needs a table waits in line behind us while we wait for it. */
const shortWaits = `set lock_timeout = '2s'`;
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const [lockNotAvailable, deadlockDetected] = ['55P03', '40P01'];

const connection = { applicationName: 'migrate', poolSize: 1 };
const server = await openDatabase(config.databaseUrl, 'migration', connection);
// One connection, which the pool may not close: it holds the lock.
const admin = server.createQueryRunner();
try {
  await admin.query(`select pg_advisory_lock(hashtext('voordeur/migrate'))`);
  await endReadOnly();
  if (hasRoles) {
    await makeRoles();
    await takeOwnership();
  }
  const owner = hasRoles ? { ...connection, role: roles.owner } : connection;
  const db = await openDatabase(config.databaseUrl, 'migration', owner);
  try {
    await db.query(shortWaits);
    const done = await untilUnlocked(() => db.runMigrations({ transaction: 'each' }));
    await db.query('reset lock_timeout');
    for (const migration of done) process.stdout.write(`migrated ${migration.name}\n`);
    // The first start decides; make rebuild-rollups changes it later.
    if ((await readTimeZone(db.manager)) === null) await writeTimeZone(db.manager, config.timeZone);
    await makePartitionsAhead(db, new Date());
    if (hasRoles) await giveRights(db);
  } finally {
    await db.destroy();
  }
} finally {
  await admin.release();
  await server.destroy();
}

async function makeRoles(): Promise<void> {
  const { api, worker, monitor } = logins;
  const passwords = { api: passwordOf(api), worker: passwordOf(worker), monitor: passwordOf(monitor) };
  await admin.startTransaction();
  for (const sql of rolesSql(passwords)) await admin.query(sql);
  await admin.commitTransaction();
}

/** Takes over objects that an earlier version or a restore made as the superuser. */
async function takeOwnership(): Promise<void> {
  await admin.query(shortWaits);
  const statements = (await admin.query(ownershipSql)) as { sql: string }[];
  for (const { sql } of statements) await untilUnlocked(() => admin.query(sql));
  await admin.query('reset lock_timeout');
}

/**
 * Runs it again, for some minutes, while a lock that it needs is taken: a backup may hold one for as long. So too where
 * it and a worker waited for each other, and Postgres ended this side.
 */
async function untilUnlocked<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof QueryFailedError && 'code' in error ? error.code : undefined;
      if ((code !== lockNotAvailable && code !== deadlockDetected) || tries === 100) throw error;
      await wait(1_000);
    }
  }
}

async function giveRights(db: DataSource): Promise<void> {
  const statements = rightsSql(decodeURIComponent(new URL(config.databaseUrl).pathname.slice(1)));
  await db.transaction(async (tx) => {
    for (const sql of statements) await tx.query(sql);
  });
}

/** `make upgrade POSTGRES=1` makes the database read-only for as long as it takes; one that was killed has left it so. */
async function endReadOnly(): Promise<void> {
  const [{ state }] = (await admin.query('select current_setting($1) as state', [
    'default_transaction_read_only',
  ])) as [{ state: string }];
  if (state === 'off') return;
  await admin.query(`set default_transaction_read_only = off`);
  await admin.query(
    `do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
  );
}
