import type { DataSource } from 'typeorm';

/** Names of the migrations that this build knows and the database has not run. Reads only. */
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

/** Throws where this process must not start: with a pending migration, or on days of another time zone. */
export async function refuseUnfitDatabase(db: DataSource, timeZone: string): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) {
    throw new UnfitDatabase(
      `The database lacks migrations (${pending.join(', ')}). Run the migration step first.`,
    );
  }
  const [setting] = await db.query<{ value: string }[]>(
    `select value from settings where name = 'time_zone'`,
  );
  if (setting && setting.value !== timeZone) {
    throw new UnfitDatabase(
      `TIME_ZONE is ${timeZone}, but the figures in the database are of ${setting.value}. ` +
        'Set it back, or run `make rebuild-rollups`.',
    );
  }
}

/** The message says what to do; no stack is needed. */
export class UnfitDatabase extends Error {}
