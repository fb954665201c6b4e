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

/** One of the calls at one number of visits. */
interface Series {
  call: string;
  visits: number;
  url: string;
  token: string;
  tookMs: number[];
}

/**
 * The dashboard and its calls at several numbers of visits, all spread over the same 400 days, 500 pages and 60
 * countries: a database and an api for each, asked in turns.
 */
export async function measureAnalytics(settings: Settings, sizes: number[]): Promise<Row[]> {
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  try {
    for (const [index, visits] of sizes.entries()) sites.push(await openSite(settings, visits, index));
    const all = Object.entries(calls).flatMap(([call, path]) =>
      sites.map(({ visits, api }): Series => ({
        ...{ call, visits, url: api.url + path, token: api.token },
        tookMs: [],
      })),
    );
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      for (const { url, token, tookMs } of all) {
        const took = await timeCall(url, token);
        if (round >= warmUpRounds) tookMs.push(took);
      }
    }
    const rows = [...all.map(rowOf), ...growthOf(all.filter(({ call }) => call === 'analytics call'))];
    for (const { visits, api } of sites) rows.push(await measureDashboard(addressOf(settings), visits, api));
    const largest = sites.at(-1);
    if (largest && sites.length > 1) await savePlans(largest.databaseUrl, largest.visits);
    return rows;
  } finally {
    for (const { api } of sites) await api.end();
  }
}

const p95 = ({ tookMs }: Series) => percentile(tookMs, 95);

function rowOf(series: Series): Row {
  const { call, visits, tookMs } = series;
  return {
    what: `${call} at ${visits} visits, p95`,
    value: p95(series),
    unit: 'ms',
    // "All" is asked by a click, not by opening the page.
    ...(call !== 'its range of all' && { target: { atMost: 20 } }),
    more: { 'p50 ms': percentile(tookMs, 50) },
  };
}

/** Of one call, the smallest number of visits first. */
function growthOf([smallest, ...larger]: Series[]): Row[] {
  const largest = larger.at(-1);
  if (!smallest || !largest) return [];
  const what = `${largest.call}: how it grows from ${smallest.visits} to ${largest.visits} visits`;
  return [atMost(what, p95(largest) / p95(smallest), 1.3, 'times')];
}

async function openSite(settings: Settings, visits: number, index: number) {
  const url = new URL(settings.databaseUrl);
  url.pathname = `/bench_${visits}`;
  const databaseUrl = url.href;
  await withPostgres(settings.databaseUrl, (db) => db.query(`create database bench_${visits}`));
  await migrate({ ...settings, environment: { ...settings.environment, DATABASE_URL: databaseUrl } });
  await loadVisits(databaseUrl, Array<number>(days).fill(visits / days));
  return { visits, databaseUrl, api: await startApi(settings, settings.apiPort + 10 + index, databaseUrl) };
}
