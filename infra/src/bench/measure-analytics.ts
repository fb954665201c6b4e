import { listNodeParts } from '../local/parts.js';
import type { Settings } from '../local/settings.js';
import { addressOf, migrate } from '../local/stack.js';
import { logIn, timeCall, withPostgres } from '../measuring/clients.js';
import { type Beside, startBeside } from './bench-stack.js';
import { measureDashboard } from './measure-dashboard.js';
import { loadVisits } from '../samples/load-visits.js';
import { percentile, type Row } from '../measuring/figures.js';
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
  api: Beside;
  url: string;
  token: string;
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
      for (const { url, token, tookMs } of sites) {
        for (const [call, path] of Object.entries(calls) as [Call, string][]) {
          const took = await timeCall(url + path, token);
          if (round >= warmUpRounds) tookMs[call].push(took);
        }
      }
    }
    const rows = (Object.keys(calls) as Call[]).flatMap((call) => rowsOfCall(call, sites));
    for (const site of sites) rows.push(await measureDashboard(addressOf(settings), site));
    const largest = sites.at(-1);
    if (largest && sites.length > 1) await savePlans(databaseOf(settings, largest.visits), largest.visits);
    return rows;
  } finally {
    for (const { api } of sites) await api.end();
  }
}

function rowsOfCall(call: Call, sites: Site[]): Row[] {
  const p95 = ({ tookMs }: Site) => percentile(tookMs[call], 95);
  const [smallest] = sites;
  const largest = sites.at(-1);
  const rows = sites.map((site): Row => ({
    what: `${call} at ${site.visits} visits, p95`,
    value: p95(site),
    unit: 'ms',
    // "All" is asked by a click, not by opening the page.
    ...(call !== 'its range of all' && { target: { atMost: 20 } }),
    more: { 'p50 ms': percentile(site.tookMs[call], 50) },
  }));
  if (call !== 'analytics call' || !smallest || !largest || largest === smallest) return rows;
  const growth: Row = {
    what: `${call}: how it grows from ${smallest.visits} to ${largest.visits} visits`,
    value: p95(largest) / p95(smallest),
    unit: 'times',
    target: { atMost: 1.3 },
  };
  return [...rows, growth];
}

async function openSite(settings: Settings, visits: number, index: number): Promise<Site> {
  const databaseUrl = await openDatabase(settings, visits);
  const port = settings.apiPort + 10 + index;
  const [part] = listNodeParts(settings).filter(({ name }) => name === 'api-1');
  if (!part) throw new Error('there is no api to start');
  const environment = {
    ...part.environment,
    DATABASE_URL: databaseUrl,
    EDGE_LOG_PORT: '0',
  };
  const url = `http://127.0.0.1:${port}`;
  const api = await startBeside(
    { ...part, name: `api-of-${visits}`, environment: { ...environment, API_PORT: String(port) } },
    `${url}/api/health/ready`,
  );
  const tookMs: Site['tookMs'] = { 'analytics call': [], 'its 30 days': [], 'its range of all': [] };
  return { visits, api, url, token: await logIn(url, settings.environment['ADMIN_SECRET_KEY']), tookMs };
}

function databaseOf({ databaseUrl }: Settings, visits: number): string {
  const url = new URL(databaseUrl);
  url.pathname = `/bench_${visits}`;
  return url.href;
}

async function openDatabase(settings: Settings, visits: number): Promise<string> {
  const url = databaseOf(settings, visits);
  await withPostgres(settings.databaseUrl, (db) => db.query(`create database bench_${visits}`));
  await migrate({ ...settings, environment: { ...settings.environment, DATABASE_URL: url } });
  await loadVisits(url, Array<number>(days).fill(visits / days));
  return url;
}
