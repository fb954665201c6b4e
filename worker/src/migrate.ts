import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { orExit, readTimeZone, writeTimeZone } from '@voordeur/server';
import { loadConfig } from './platform/config.js';
import { makePartitionsAhead } from './intake/partitions.js';

/** Migrates the database to this code, one migrator at a time, and creates the partitions ahead. Exits with 0 once done. */
const config = orExit(loadConfig);
const db = await createDataSource(config.databaseUrl, {
  applicationName: 'migrate',
  poolSize: 2,
}).initialize();
const lock = db.createQueryRunner();
try {
  await lock.query(`select pg_advisory_lock(hashtext('voordeur/migrate'))`);
  await endReadOnly();
  const done = await db.runMigrations({ transaction: 'each' });
  for (const migration of done) process.stdout.write(`migrated ${migration.name}\n`);
  // The first start decides; make rebuild-rollups changes it later.
  if ((await readTimeZone(db.manager)) === null) await writeTimeZone(db.manager, config.timeZone);
  await makePartitionsAhead(db, new Date());
} finally {
  await lock.release();
  await db.destroy();
}

/** `make upgrade-postgres` makes the database read-only for as long as it takes; one that was killed has left it so. */
async function endReadOnly(): Promise<void> {
  const [{ state }] = (await lock.query('select current_setting($1) as state', [
    'default_transaction_read_only',
  ])) as [{ state: string }];
  if (state === 'off') return;
  await lock.query(`set default_transaction_read_only = off`);
  await lock.query(
    `do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
  );
}
