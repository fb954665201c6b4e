import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { dataSourceOptions, ownershipSql, rightsSql, roles, rolesSql } from '@voordeur/contracts/db';
import { orExit, readEnvironment, readTimeZone, url, writeTimeZone } from '@voordeur/server';
import { DataSource, QueryFailedError } from 'typeorm';
import { loadConfig } from './platform/config.js';
import { makePartitionsAhead } from './intake/partitions.js';

/*
 * Migrates the database to this code, one migrator at a time, gives the programs their rights in it, and creates the
 * partitions ahead. Exits with 0 once done.
 *
 * DATABASE_URL is the superuser's, and the three below say as whom the programs log in. Where they don't, as on a
 * Postgres of the operator's own, one role does everything.
 */
const address = url('the address of Postgres', 'postgres:', 'postgresql:');
const config = orExit(loadConfig);
const programs = orExit(() =>
  readEnvironment(process.env, {
    API_DATABASE_URL: address({ default: config.databaseUrl }),
    WORKER_DATABASE_URL: address({ default: config.databaseUrl }),
    MONITOR_DATABASE_URL: address({ default: config.databaseUrl }),
  }),
);
const userOf = (of: string) => new URL(of).username;
const passwordOf = (of: string) => decodeURIComponent(new URL(of).password);
const hasRoles = [programs.API_DATABASE_URL, programs.WORKER_DATABASE_URL].every(
  (one) => userOf(one) !== userOf(config.databaseUrl),
);

const options = dataSourceOptions(config.databaseUrl, { applicationName: 'migrate', poolSize: 1 });
const server = await new DataSource(options).initialize();
// One connection, which the pool may not close: it holds the lock.
const admin = server.createQueryRunner();
try {
  await admin.query(`select pg_advisory_lock(hashtext('voordeur/migrate'))`);
  await endReadOnly();
  if (hasRoles) {
    await makeRoles();
    await takeOwnership();
  }
  const db = new DataSource({ ...options, ...(hasRoles && { extra: { options: `-c role=${roles.owner}` } }) });
  await db.initialize();
  try {
    const done = await db.runMigrations({ transaction: 'each' });
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
  const statements = rolesSql({
    api: passwordOf(programs.API_DATABASE_URL),
    worker: passwordOf(programs.WORKER_DATABASE_URL),
    monitor: passwordOf(programs.MONITOR_DATABASE_URL),
  });
  await admin.startTransaction();
  for (const sql of statements) await admin.query(sql);
  await admin.commitTransaction();
}

/** Of what an earlier version has made, or a restore: the superuser's. What runs goes on, and waits for none of it for long. */
async function takeOwnership(): Promise<void> {
  await admin.query(`set lock_timeout = '2s'`);
  const statements = (await admin.query(ownershipSql)) as { sql: string }[];
  for (const { sql } of statements) {
    for (let tries = 1; ; tries += 1) {
      try {
        await admin.query(sql);
        break;
      } catch (error) {
        const isLocked = error instanceof QueryFailedError && 'code' in error && error.code === '55P03';
        // A backup may hold it for minutes.
        if (!isLocked || tries === 100) throw error;
        await wait(1_000);
      }
    }
  }
  await admin.query('reset lock_timeout');
}

async function giveRights(db: DataSource): Promise<void> {
  const statements = rightsSql(decodeURIComponent(new URL(config.databaseUrl).pathname.slice(1)));
  await db.transaction(async (tx) => {
    for (const sql of statements) await tx.query(sql);
  });
}

/** `make upgrade-postgres` makes the database read-only for as long as it takes; one that was killed has left it so. */
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
