import { timeCall } from '@voordeur/e2e/helpers/clients.js';
import { loadVisits } from '@voordeur/e2e/samples/load-visits.js';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { percentile, type Row } from '../measuring/figures.js';
import { inTurns } from '../measuring/load.js';
import { createDatabase, startApi } from './bench-stack.js';

const rounds = 50;
const warmUpRounds = 5;
const days = 400;
const sessions = '/sessions?last=';
const tenth = '&filter=language:is:NL&filter=country:is:NL';
const half = '&filter=device:is:desktop&filter=hour:is-not:3';
/** The dashboard's call as it opens, and those that take a click; with the most that its p95 may be. */
const calls: [what: string, path: string, mostMs?: number][] = [
  ['without a filter', '', 20],
  ['30 days', '/range?last=30d', 20],
  ['all days', '/range?last=all'],
  ['30 days, a tenth kept by two filters', `${sessions}30d${tenth}`, 60],
  ['30 days, half kept by two filters', `${sessions}30d${half}`, 120],
  ['12 months, a tenth kept by two filters', `${sessions}12m${tenth}`, 400],
  ['12 months, half kept by two filters', `${sessions}12m${half}`, 1_000],
  ['12 months, all sessions', `${sessions}12m`],
];

/**
 * The owner's figures at several numbers of visits, all spread over the same 400 days, 500 pages and 60 countries: a database
 * and an api for each, asked in turns.
 */
export async function measureAnalytics(settings: Settings, sizes: number[]): Promise<Row[]> {
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  try {
    for (const visits of sizes) sites.push(await openSite(settings, visits, sites.length));
    const asked = calls.flatMap(([what, path, mostMs]) =>
      sites.map(({ visits, api }) => ({
        what: `analytics at ${visits} visits, ${what}: p95`,
        target: mostMs === undefined ? undefined : { atMost: mostMs },
        ask: () => timeCall(`${api.url}/api/admin/analytics${path}`, api.token),
      })),
    );
    const tookMs = await inTurns(
      warmUpRounds + rounds,
      Object.fromEntries(asked.map(({ what, ask }) => [what, ask])),
    );
    return asked.map(({ what, target }) => {
      const warm = tookMs[what]?.slice(warmUpRounds) ?? [];
      const more = { 'p50 ms': percentile(warm, 50) };
      return { what, value: percentile(warm, 95), unit: 'ms', more, ...(target && { target }) };
    });
  } finally {
    for (const { api } of sites) await api.end();
  }
}

async function openSite(settings: Settings, visits: number, index: number) {
  const databaseUrl = await createDatabase(settings, `bench_${visits}`);
  await loadVisits(databaseUrl, Array<number>(days).fill(visits / days));
  return { visits, api: await startApi(settings, settings.apiPort + 10 + index, databaseUrl) };
}
