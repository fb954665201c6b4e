import type { DataSource } from 'typeorm';
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

/** Throws a `StartupError` if migrations are pending, or if the rollups were counted in days of another time zone. */
export async function checkDatabase(db: DataSource, timeZone: string): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) {
    throw new StartupError(
      `The database lacks migrations (${pending.join(', ')}). Run the migration step first.`,
    );
  }
  const [setting] = await db.query<{ value: string }[]>(
    `select value from settings where name = 'time_zone'`,
  );
  if (setting && setting.value !== timeZone) {
    throw new StartupError(
      `TIME_ZONE is ${timeZone}, but the figures in the database were counted in ${setting.value}. ` +
        'Set it back, or run `make rebuild-rollups`.',
    );
  }
}
