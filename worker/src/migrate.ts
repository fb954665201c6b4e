import 'reflect-metadata';
import { createDataSource } from '@voordeur/contracts/db';
import { orExit, readTimeZone, writeTimeZone } from '@voordeur/server';
import { loadConfig } from './platform/config.js';
import { makePartitionsAhead } from './intake/partitions.js';

/** Brings the database up to this code, one migrator at a time, and makes the months ahead. Exits 0 when it is done. */
const config = orExit(loadConfig);
const db = await createDataSource(config.databaseUrl, {
  applicationName: 'migrate',
  poolSize: 2,
}).initialize();
const lock = db.createQueryRunner();
try {
  await lock.query(`select pg_advisory_lock(hashtext('voordeur/migrate'))`);
  const done = await db.runMigrations({ transaction: 'each' });
  for (const migration of done) process.stdout.write(`migrated ${migration.name}\n`);
  // The first start decides; a later change is for make rebuild-rollups.
  if ((await readTimeZone(db.manager)) === null) await writeTimeZone(db.manager, config.timeZone);
  await makePartitionsAhead(db, new Date());
} finally {
  await lock.release();
  await db.destroy();
}
