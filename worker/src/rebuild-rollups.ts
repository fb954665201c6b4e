import 'reflect-metadata';
import { orExit } from '@voordeur/server';
import { loadConfig } from './platform/config.js';
import { openDatabase } from './platform/database.js';
import { rebuildRollups } from './rollups/rebuild-rollups.js';

/** `make rebuild-rollups`: recounts all open days in TIME_ZONE. */
const config = orExit(loadConfig);
const db = await openDatabase(config.databaseUrl, 'bulk', { applicationName: 'rebuild-rollups' });
try {
  await rebuildRollups(db, config.timeZone);
  process.stdout.write(`The figures were recounted in days of ${config.timeZone}.\n`);
} finally {
  await db.destroy();
}
