import { giveUp } from '../local/advice.js';
import { migrate, startServices } from '../local/stack.js';
import { removeData } from '../local/stop-stack.js';
import { timeCall } from '../measuring/clients.js';
import { percentile, show } from '../measuring/figures.js';
import { withStack } from '../local/test-stack.js';
import { createDataSource } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';
import { applyRetention, makePartitionsAhead, reconcileRollups } from '@voordeur/worker';
import { benchSettings, startApi } from './bench-stack.js';
import { loadVisits } from '../samples/load-visits.js';
import { describePlace } from './results.js';

/**
 * `make bench-growth VISITS=50000000`: a year of a busy site, weekdays busier than weekends and one launch day of
 * twenty times the rest, in a database of its own; then the nightly jobs, the retention of a month and the analytics
 * call on it, with the time, memory and disk that each takes.
 */
const visits = Number(process.env['VISITS'] ?? 1_000_000);
const year = 365;
const launchDay = 200;
const settings = benchSettings('bench-growth', 8);

const weights = Array.from({ length: year }, (_, day) => (day === launchDay ? 20 : day % 7 < 5 ? 1 : 0.5));
const total = weights.reduce((sum, weight) => sum + weight, 0);
const visitsPerDay = weights.map((weight) => Math.round((visits * weight) / total));

const say = (what: string, figure: string) => {
  process.stdout.write(`${what.padEnd(48)} ${figure}\n`);
};

async function measure(): Promise<void> {
  say('machine', describePlace().machine);
  await timed(`${show(visits)} visits, ${show(Math.max(...visitsPerDay))} of them on one day: loading`, () =>
    loadVisits(settings.databaseUrl, visitsPerDay),
  );
  const db = await createDataSource(settings.databaseUrl, { applicationName: 'growth' }).initialize();
  await saySizes(db);
  await timed('partitions ahead', () => makePartitionsAhead(db, new Date()));
  await timed('reconciliation of every open month', async () => {
    const healed = await reconcileRollups(db, 'Europe/Amsterdam');
    if (Object.keys(healed).length > 0) throw new Error(`rollups differed: ${JSON.stringify(healed)}`);
  });
  await sayAnalytics('analytics call before retention');
  // As if the oldest months had been stored when they took place.
  await db.query(`update visits set stored_at = occurred_at where occurred_at < now() - interval '330 days'`);
  await timed('retention of raw rows after 300 days', async () => {
    const { months } = await applyRetention(db, { rawDays: 300, ipDays: 30 });
    if (months.length === 0) throw new Error('retention removed nothing');
    say('  months removed and sealed', months.join(', '));
  });
  await timed('reconciliation after it', () => reconcileRollups(db, 'Europe/Amsterdam'));
  await sayAnalytics('analytics call after retention');
  await db.destroy();
}

await withStack(settings, measure, async () => {
  await startServices(settings);
  await migrate(settings);
})
  .finally(() => removeData(settings.localDir))
  .catch(giveUp);

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startMs = performance.now();
  await work();
  const seconds = (performance.now() - startMs) / 1_000;
  say(what, `${show(seconds)} s; this process ${show(process.memoryUsage().rss / 1e6)} MB`);
}

/** Bytes on disk, indexes and all, of raw rows and of everything that is kept for good. */
async function saySizes(db: DataSource): Promise<void> {
  const rows: { is_raw: boolean; bytes: string }[] = await db.query(
    `select relname ~ '^visits_[0-9]{4}_[0-9]{2}$' as is_raw, sum(pg_total_relation_size(oid)) as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`,
  );
  for (const { is_raw, bytes } of rows) {
    const what = is_raw ? 'raw visits on disk' : 'everything else on disk';
    say(what, `${show(Number(bytes) / 1e6)} MB, ${show(Number(bytes) / visits)} bytes a visit`);
  }
}

async function sayAnalytics(what: string): Promise<void> {
  const api = await startApi(settings, settings.apiPort, settings.databaseUrl);
  try {
    const tookMs: number[] = [];
    for (let call = 0; call < 120; call += 1)
      tookMs.push(await timeCall(`${api.url}/api/admin/analytics`, api.token));
    const warm = tookMs.slice(20);
    say(what, `p50 ${show(percentile(warm, 50))} ms, p95 ${show(percentile(warm, 95))} ms`);
  } finally {
    await api.end();
  }
}
