import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { diskUse } from '@voordeur/operate/doctor/disk-use.js';
import { atMost } from '../measuring/figures.js';
import { runWrk } from '../measuring/load.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Attack, honestRows, startHonestVisits } from './attack.js';

const seconds = process.env['LONG'] === '1' ? 60 : 5;

/** As many GETs of pages as wrk can send from one address, during honest visits from others. */
export const pageFlood: Attack = async (baseUrl, settings) => {
  const before = await sizesOf(settings);
  const stopHonest = startHonestVisits(baseUrl, 100);
  const sent = await runWrk('pages', baseUrl, seconds);
  const load = await stopHonest();
  await untilDrained(settings);
  const after = await sizesOf(settings);
  const tables = after.tables - before.tables;
  const logs = after.logs - before.logs;
  const folder = after.folder - before.folder;
  return [
    { what: 'pages asked for', value: sent.perSecond, unit: 'a second' },
    { what: 'of them answered', value: sent.requests - sent.failed },
    ...honestRows(load),
    atMost('growth of the tables', tables, 20, 'MB'),
    atMost('growth of the tables and the logs', tables + logs, 40, 'MB'),
    { what: 'growth of the whole folder, with write-ahead logs', value: folder, unit: 'MB' },
  ];
};

/** Megabytes of the database, of the logs, and of everything in LOCAL_DIR. */
async function sizesOf({ databaseUrl, localDir }: Settings) {
  const { size } = await readRow<{ size: string }>(
    databaseUrl,
    'select pg_database_size(current_database()) as size',
  );
  return {
    tables: Number(size) / 1e6,
    logs: diskUse(join(localDir, 'log')) + diskUse(join(localDir, 'nginx')),
    folder: diskUse(localDir),
  };
}

/** Until no visit waits in Redis, or a minute has gone. */
async function untilDrained({ redisUrl }: Settings): Promise<void> {
  const redis = new Redis(redisUrl);
  const isDrained = async () =>
    (await redis.llen('{voordeur}:visits:wait')) + (await redis.llen('{voordeur}:visits:active')) === 0;
  await until(isDrained, { withinMs: 60_000 });
  redis.disconnect();
}
