import type { Settings } from '@voordeur/operate/local/settings.js';
import { timeCall } from '@voordeur/e2e/helpers/clients.js';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { inTurns } from '../measuring/load.js';
import { loadVisits } from '@voordeur/e2e/samples/load-visits.js';
import { createDatabase, startApi } from './bench-stack.js';
import { measureDashboard } from './measure-dashboard.js';
import { measureSessions } from './measure-sessions.js';

const rounds = 200;
const warmUpRounds = 20;
const days = 400;
/** The dashboard's requests as it opens, and its most expensive one, which takes a click. */
const calls = [
  { call: 'analytics call', path: '/api/admin/analytics', target: { atMost: 20 } },
  { call: 'its 30 days', path: '/api/admin/analytics/range?last=30d', target: { atMost: 20 } },
  { call: 'its range of all', path: '/api/admin/analytics/range?last=all' },
];

/**
 * The dashboard, its calls and those with filters at several numbers of visits, all spread over the same 400 days, 500 pages and 60
 * countries: a database and an api for each, asked in turns.
 */
export async function measureAnalytics(settings: Settings, sizes: number[]): Promise<Row[]> {
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  try {
    for (const visits of sizes) sites.push(await openSite(settings, visits, sites.length));
    const asked = calls.flatMap(({ call, path, target }) =>
      sites.map(({ visits, api }) => ({ what: `${call} at ${visits} visits, p95`, path, target, api })),
    );
    const tookMs = await inTurns(
      warmUpRounds + rounds,
      Object.fromEntries(
        asked.map(({ what, path, api }) => [what, () => timeCall(api.url + path, api.token)]),
      ),
    );
    const rows = asked.map(({ what, target }): Row => {
      const warm = tookMs[what]?.slice(warmUpRounds) ?? [];
      const more = { 'p50 ms': percentile(warm, 50) };
      return { what, value: percentile(warm, 95), unit: 'ms', more, ...(target && { target }) };
    });
    // The first call's rows come first, one for each site.
    const [smallest, largest] = [rows[0], rows[sites.length - 1]];
    if (smallest && largest && smallest !== largest) {
      const what = `analytics call: how it grows from ${sizes[0]} to ${sizes.at(-1)} visits`;
      rows.push(atMost(what, largest.value / smallest.value, 1.3, 'times'));
    }
    rows.push(...(await measureSessions(sites)));
    for (const { visits, api } of sites) rows.push(await measureDashboard(visits, api));
    return rows;
  } finally {
    for (const { api } of sites) await api.end();
  }
}

async function openSite(settings: Settings, visits: number, index: number) {
  const databaseUrl = await createDatabase(settings, `bench_${visits}`);
  await loadVisits(databaseUrl, Array<number>(days).fill(visits / days));
  return { visits, api: await startApi(settings, settings.apiPort + 10 + index, databaseUrl) };
}
