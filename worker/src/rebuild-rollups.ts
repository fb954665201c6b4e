import 'reflect-metadata';
import { orExit } from '@voordeur/server';
import { buildChangedDays } from './days/build-days.js';
import { rebuildDays } from './days/rebuild-days.js';
import { loadConfig } from './platform/config.js';
import { openDatabase } from './platform/database.js';

/** `make rebuild-rollups`: makes the figures of all days again whose rows are kept, in days of TIME_ZONE. */
const config = orExit(loadConfig);
const db = await openDatabase(config.databaseUrl, 'bulk', { applicationName: 'rebuild-rollups' });
try {
  const days = await rebuildDays(db, config.timeZone);
  const built = await buildChangedDays(db, config, { atOnce: true });
  process.stdout.write(
    built === null
      ? `The worker makes the figures of ${days} days again, in days of ${config.timeZone}.\n`
      : `The figures were made again, in days of ${config.timeZone}.\n`,
  );
} finally {
  await db.destroy();
}
