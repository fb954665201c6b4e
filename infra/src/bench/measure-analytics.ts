import type { Settings } from '../local/settings.js';
import { addressOf, migrate } from '../local/stack.js';
import { timeCall, withPostgres } from '../measuring/clients.js';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { loadVisits } from '../samples/load-visits.js';
import { startApi } from './bench-stack.js';
import { measureDashboard } from './measure-dashboard.js';
import { savePlans } from './save-plans.js';

const rounds = 200;
const warmUpRounds = 20;
const days = 400;
/** What the dashboard requests as it opens, and the most expensive request it can make. */
const calls = {
  'analytics call': '/api/admin/analytics',
  'its 30 days': '/api/admin/analytics/range?last=30d',
  'its range of all': '/api/admin/analytics/range?last=all',
};
type Call = keyof typeof calls;

interface Site {
  visits: number;
  databaseUrl: string;
  api: Awaited<ReturnType<typeof startApi>>;
  tookMs: Record<Call, number[]>;
}

/**
 * The dashboard and its calls at several numbers of visits, all spread over the same 400 days, 500 pages and 60
 * countries: a database and an api for each, asked in turns.
 */
export async function measureAnalytics(settings: Settings, sizes: number[]): Promise<Row[]> {
  const sites: Site[] = [];
  try {
    for (const visits of sizes) sites.push(await openSite(settings, visits, sites.length));
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      for (const { api, tookMs } of sites) {
        for (const [call, path] of Object.entries(calls) as [Call, string][]) {
          const took = await timeCall(api.url + path, api.token);
          if (round >= warmUpRounds) tookMs[call].push(took);
        }
      }
    }
    const rows = (Object.keys(calls) as Call[]).flatMap((call) => rowsOfCall(call, sites));
    for (const { visits, api } of sites) rows.push(await measureDashboard(addressOf(settings), visits, api));
    const largest = sites.at(-1);
    if (largest && sites.length > 1) await savePlans(largest.databaseUrl, largest.visits);
    return rows;
  } finally {
    for (const { api } of sites) await api.end();
  }
}

function rowsOfCall(call: Call, sites: Site[]): Row[] {
  const p95 = ({ tookMs }: Site) => percentile(tookMs[call], 95);
  const rows = sites.map((site): Row => ({
    what: `${call} at ${site.visits} visits, p95`,
    value: p95(site),
    unit: 'ms',
    // "All" is asked by a click, not by opening the page.
    ...(call !== 'its range of all' && { target: { atMost: 20 } }),
    more: { 'p50 ms': percentile(site.tookMs[call], 50) },
  }));
  const [smallest] = sites;
  const largest = sites.at(-1);
  if (call !== 'analytics call' || !smallest || !largest || largest === smallest) return rows;
  const what = `${call}: how it grows from ${smallest.visits} to ${largest.visits} visits`;
  return [...rows, atMost(what, p95(largest) / p95(smallest), 1.3, 'times')];
}

async function openSite(settings: Settings, visits: number, index: number): Promise<Site> {
  const { environment, apiPort } = settings;
  const url = new URL(settings.databaseUrl);
  url.pathname = `/bench_${visits}`;
  const databaseUrl = url.href;
  await withPostgres(settings.databaseUrl, (db) => db.query(`create database bench_${visits}`));
  await migrate({ ...settings, environment: { ...environment, DATABASE_URL: databaseUrl } });
  await loadVisits(databaseUrl, Array<number>(days).fill(visits / days));
  const api = await startApi(settings, apiPort + 10 + index, databaseUrl);
  const tookMs = { 'analytics call': [], 'its 30 days': [], 'its range of all': [] };
  return { visits, databaseUrl, api, tookMs };
}
