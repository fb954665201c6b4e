import { listNodeParts } from '../local/parts.js';
import type { Settings } from '../local/settings.js';
import { migrate } from '../local/stack.js';
import { askAnalytics, logIn } from './ask-analytics.js';
import { type Beside, startBeside, withPostgres } from './bench-stack.js';
import { loadVisits } from './load-visits.js';
import { percentile, type Row } from './row.js';

const calls = 200;
const warmUpCalls = 20;
const days = 400;

interface Site {
  visits: number;
  api: Beside;
  url: string;
  token: string;
  tookMs: number[];
}

/**
 * The analytics call at several numbers of visits, all spread over the same 400 days, 500 pages and 60 countries:
 * a database and an api for each, asked in turns.
 */
export async function measureAnalytics(settings: Settings, sizes: number[]): Promise<Row[]> {
  const sites: Site[] = [];
  try {
    for (const visits of sizes) sites.push(await openSite(settings, visits, sites.length));
    for (let call = 0; call < warmUpCalls + calls; call += 1) {
      for (const site of sites) {
        const tookMs = await askAnalytics(site.url, site.token);
        if (call >= warmUpCalls) site.tookMs.push(tookMs);
      }
    }
  } finally {
    for (const { api } of sites) await api.end();
  }
  const p95 = ({ tookMs }: Site) => percentile(tookMs, 95);
  const [smallest] = sites;
  return sites.map((site) => ({
    what: `analytics call at ${site.visits} visits, p95`,
    value: p95(site),
    unit: 'ms',
    target: { atMost: 20 },
    more: {
      'p50 ms': percentile(site.tookMs, 50),
      ...(smallest &&
        site !== smallest && {
          [`times that at ${smallest.visits}`]: p95(site) / p95(smallest),
        }),
    },
  }));
}

/** Made once; a database of that size that an earlier run left is taken as it is. */
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
  return { visits, api, url, token: await logIn(url, settings), tookMs: [] };
}

async function openDatabase(settings: Settings, visits: number): Promise<string> {
  const url = new URL(settings.databaseUrl);
  url.pathname = `/bench_${visits}`;
  const isNew = await withPostgres(settings.databaseUrl, async (db) => {
    const name = `bench_${visits}`;
    const { rows } = await db.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return false;
    await db.query(`create database ${name}`);
    return true;
  });
  if (isNew) {
    await migrate({ ...settings, environment: { ...settings.environment, DATABASE_URL: url.href } });
    await loadVisits(url.href, Array<number>(days).fill(visits / days));
  }
  return url.href;
}
