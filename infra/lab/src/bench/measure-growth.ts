import { createDataSource } from '@voordeur/contracts/db';
import { applyRetention, checkDays, makePartitionsAhead } from '@voordeur/worker';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '@voordeur/operate/backup/alone.js';
import { readBackupSettings } from '@voordeur/operate/backup/backup-settings.js';
import { openOrMakeRepository, saveSnapshot } from '@voordeur/operate/backup/restic.js';
import { dumpInto } from '@voordeur/operate/backup/take-snapshot.js';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { readRow, timeCall } from '@voordeur/e2e/helpers/clients.js';
import { percentile, type Row, show } from '../measuring/figures.js';
import { loadVisits } from '@voordeur/e2e/samples/load-visits.js';
import { createDatabase, startApi } from './bench-stack.js';

const database = 'bench_growth';
const options = { timeZone: 'Europe/Amsterdam', videoIds: [], casesOfFile: {} };
const year = 365;
const launchDay = 200;
const weights = Array.from({ length: year }, (_, day) => (day === launchDay ? 20 : day % 7 < 5 ? 1 : 0.5));
const total = weights.reduce((sum, weight) => sum + weight, 0);

/**
 * A year of a busy site, weekdays busier than weekends and one launch day of twenty times the rest, in a database of its
 * own; then the nightly jobs, the retention of a month and the analytics call on it, with the time, memory and disk that
 * each takes.
 */
export async function* measureGrowth(settings: Settings, visits: number): AsyncGenerator<Row> {
  const visitsPerDay = weights.map((weight) => Math.round((visits * weight) / total));
  const url = await createDatabase(settings, database);
  const db = await createDataSource(url, { applicationName: 'growth' }).initialize();
  try {
    yield timed(
      `${show(visits)} visits, ${show(Math.max(...visitsPerDay))} of them on one day: loading`,
      () => loadVisits(url, visitsPerDay),
    );
    yield* await readSizes(url, visits);
    yield timed('partitions ahead', () => makePartitionsAhead(db, new Date()));
    const days = async (sql: string) =>
      (await db.query<{ day: string }[]>(`select day::text from days ${sql}`)).map(({ day }) => day);
    const check = async (some: string[]) => {
      const drift = await checkDays(db, options, some);
      if (!drift || Object.keys(drift).length > 0)
        throw new Error(`figures differed: ${JSON.stringify(drift)}`);
    };
    const night = await days('where extract(day from day)::int % 7 = 3');
    yield { ...(await timed('the check of one night', () => check(night))), target: { atMost: 60 } };
    const [largest] = await days('order by people desc limit 1');
    yield timed('building the largest day', () => check(largest === undefined ? [] : [largest]));
    yield* await measureBackups(settings, url);
    yield timeAnalytics('analytics call before retention, p95', settings, url);
    // As if the oldest months had been stored when they took place.
    await db.query(
      `update visits set stored_at = occurred_at where occurred_at < now() - interval '330 days'`,
    );
    yield timed('retention of raw rows after 300 days', async () => {
      const { months } = await applyRetention(db, { rawDays: 300, ipDays: 30 });
      if (months.length === 0) throw new Error('retention removed nothing');
    });
    yield timeAnalytics('analytics call after retention, p95', settings, url);
  } finally {
    await db.destroy();
    await withPostgres(settings.databaseUrl, (server) => server.query(`drop database ${database}`));
  }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<Row> {
  const startMs = performance.now();
  await work();
  const value = (performance.now() - startMs) / 1_000;
  return { what, value, unit: 's', more: { 'this process, MB': process.memoryUsage().rss / 1e6 } };
}

/** Into a repository of its own: the first, and the next one, of which nearly all is there already. */
async function measureBackups(settings: Settings, databaseUrl: string): Promise<Row[]> {
  const repository = join(settings.localDir, 'growth-backup');
  const own = { BACKUP_REPOSITORY: repository, BACKUP_PASSWORD: 'growth', BACKUP_FILES: 'site.config.json' };
  const keep = { ...readBackupSettings({ ...settings.environment, ...own }), databaseUrl };
  const backUp = () =>
    alone(keep, async (folder) => {
      await dumpInto(keep, folder);
      await saveSnapshot(keep, folder);
    });
  rmSync(repository, { recursive: true, force: true });
  try {
    await openOrMakeRepository(keep);
    const first = await timed('the first backup', backUp);
    return [first, await timed('the next backup', backUp)];
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

/** Indexes and all, of raw visits, of sessions, and of everything that is kept for good. */
const sizesSql = `
  select coalesce(sum(bytes) filter (where name like 'visits_2%'), 0)::float8 as raw,
    coalesce(sum(bytes) filter (where name = 'sessions_by_day'), 0)::float8 as "ofSessions",
    sum(bytes) filter (where name !~ '^visits_2' and name <> 'sessions_by_day')::float8 as rest
  from (select relname as name, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`;

async function readSizes(databaseUrl: string, visits: number): Promise<Row[]> {
  const { raw, ofSessions, rest } = await readRow<Record<string, number>>(databaseUrl, sizesSql);
  const row = (what: string, bytes = 0) => ({
    ...{ what, value: bytes / 1e6, unit: 'MB' },
    more: { 'bytes a visit': bytes / visits },
  });
  return [
    row('raw visits on disk', raw),
    row('sessions on disk', ofSessions),
    row('everything else on disk', rest),
  ];
}

async function timeAnalytics(what: string, settings: Settings, databaseUrl: string): Promise<Row> {
  const api = await startApi(settings, settings.apiPort + 20, databaseUrl);
  try {
    const tookMs: number[] = [];
    while (tookMs.length < 120) tookMs.push(await timeCall(`${api.url}/api/admin/analytics`, api.token));
    const warm = tookMs.slice(20);
    return { what, value: percentile(warm, 95), unit: 'ms', more: { 'p50 ms': percentile(warm, 50) } };
  } finally {
    await api.end();
  }
}
