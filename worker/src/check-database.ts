import type { DataSource } from 'typeorm';
import { readTimeZone } from './rollups/time-zone-setting.js';

/** Throws, with what to do, where the database is not the one that this code and these settings write to. */
export async function checkDatabase(db: DataSource, timeZone: string): Promise<void> {
  if (await db.showMigrations()) {
    throw new Error(
      'The database waits for a migration: run node worker/dist/migrate.js first (make up does).',
    );
  }
  const counted = await readTimeZone(db.manager);
  if (counted !== timeZone) {
    throw new Error(
      `The figures are counted in days of ${counted ?? 'no zone yet'}, TIME_ZONE says ${timeZone}: ` +
        'set it back, or run make rebuild-rollups.',
    );
  }
}
