import { Setting } from '@voordeur/contracts/db';
import type { DataSource, EntityManager } from 'typeorm';
import { StartupError } from './startup-error.js';

/** Names of the migrations that this build has and the database hasn't run. Only reads. */
export async function pendingMigrations(db: DataSource): Promise<string[]> {
  const [table] = await db.query<{ exists: boolean }[]>(
    `select to_regclass('migrations') is not null as exists`,
  );
  const rows = table?.exists ? await db.query<{ name: string }[]>('select name from migrations') : [];
  const run = new Set(rows.map((row) => row.name));
  return db.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((n) => !run.has(n));
}

/** Throws a `StartupError` if migrations are pending, or if the days were made in another time zone. */
export async function checkDatabase(db: DataSource, timeZone: string): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) {
    throw new StartupError(
      `The database lacks migrations (${pending.join(', ')}). Run the migration step first.`,
    );
  }
  const counted = await readTimeZone(db.manager);
  if (counted !== null && counted !== timeZone) {
    throw new StartupError(
      `TIME_ZONE is ${timeZone}, but the figures in the database were counted in ${counted}. ` +
        'Set it back, or run `make rebuild-rollups`.',
    );
  }
}

const timeZoneSetting = 'time_zone';

/** The zone whose days the figures in this database are counted in; null before the first start. */
export async function readTimeZone(db: EntityManager): Promise<string | null> {
  return (await db.findOneBy(Setting, { name: timeZoneSetting }))?.value ?? null;
}

export async function writeTimeZone(db: EntityManager, timeZone: string): Promise<void> {
  await db.upsert(Setting, { name: timeZoneSetting, value: timeZone }, ['name']);
}
