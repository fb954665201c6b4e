import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Settings } from '../local/settings.js';
import { readRow } from '../measuring/clients.js';
import { percentile } from '../measuring/figures.js';
import { runWrk } from '../measuring/load.js';
import { type Attack, atMost, exactly, type Finding, reported, type Target } from './attack.js';
import { startHonestVisits } from './honest-visits.js';

const honestPerSecond = 100;
const megabyte = 1_000_000;

/** As many GETs of pages as wrk can send from one address, beside honest visits from others. */
export const pageFlood: Attack = { name: 'page-flood', long: true, run: (target) => flood(target, 60) };

export const shortPageFlood: Attack = { name: 'page-flood-short', run: (target) => flood(target, 5) };

async function flood({ baseUrl, settings }: Target, seconds: number): Promise<Finding[]> {
  const before = await sizesOf(settings);
  const honest = startHonestVisits(baseUrl, honestPerSecond);
  const sent = await runWrk('hostile/page-flood.lua', baseUrl, seconds);
  const { accepted, refused, latenciesMs } = await honest.stop();
  await untilDrained(settings);
  const after = await sizesOf(settings);
  const tables = (after.tables - before.tables) / megabyte;
  const logs = (after.logs - before.logs) / megabyte;
  return [
    reported('pages asked for', `${Math.round(sent.requests / sent.seconds)} a second`),
    reported('of them answered', `${sent.requests - sent.failed}`),
    reported('honest visits accepted', String(accepted)),
    reported('honest visits, p95', `${Math.round(percentile(latenciesMs, 95))} ms`),
    exactly('honest visits refused', refused, 0),
    atMost('growth of the tables', tables, 20, 'MB'),
    atMost('growth of the tables and the logs', tables + logs, 40, 'MB'),
    reported('growth of the whole folder, with write-ahead logs', inMegabytes(after.folder - before.folder)),
  ];
}

const inMegabytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`;

/** Bytes of the database, of the logs, and of everything in LOCAL_DIR. */
async function sizesOf({ databaseUrl, localDir }: Settings) {
  const { size } = await readRow<{ size: string }>(
    databaseUrl,
    'select pg_database_size(current_database()) as size',
  );
  return {
    tables: Number(size),
    logs: diskUse(join(localDir, 'log')) + diskUse(join(localDir, 'nginx')),
    folder: diskUse(localDir),
  };
}

/** Through links too: some of these folders may stand elsewhere. */
function diskUse(dir: string): number {
  return Number(/^\d+/.exec(execFileSync('du', ['-sLB1', dir], { encoding: 'utf8' }))?.[0]);
}

/** Until no visit waits in Redis, or a minute has gone. */
async function untilDrained({ redisUrl }: Settings): Promise<void> {
  const redis = new Redis(redisUrl);
  const queued = async () =>
    (await redis.llen('{voordeur}:visits:wait')) + (await redis.llen('{voordeur}:visits:active'));
  for (let tries = 0; tries < 600 && (await queued()) > 0; tries += 1) await wait(100);
  redis.disconnect();
}
