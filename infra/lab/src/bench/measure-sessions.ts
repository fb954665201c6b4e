import type { SessionAnalytics } from '@voordeur/contracts/http';
import { call, timeCall } from '@voordeur/e2e/helpers/clients.js';
import { percentile, type Row } from '../measuring/figures.js';
import { inTurns } from '../measuring/load.js';

const rounds = 20;
const warmUpRounds = 2;

/** Sessions of the visits of `loadVisits`; how much each keeps is measured too. */
const filters = [
  { what: 'a tenth, by a filter', query: ['source:is:campaign'], month: 60, year: 400 },
  { what: 'a tenth, by two', query: ['language:is:NL', 'country:is:NL'], month: 60, year: 400 },
  { what: 'half, by a filter', query: ['language:is:NL'], month: 120, year: 1_000 },
  { what: 'half, by two', query: ['device:is:desktop', 'hour:is-not:3'], month: 120, year: 1_000 },
  { what: 'those who saw some pages', query: ['page:contains:/page-3'] },
  { what: 'all', query: [] },
];
const ranges = [
  { days: '30 days', last: '30d', target: 'month' },
  { days: '12 months', last: '12m', target: 'year' },
] as const;

interface Site {
  visits: number;
  api: { url: string; token: string };
}

/** All panels of a screen with filters, in these databases, asked in turns; each with the share of sessions that it keeps. */
export async function measureSessions(sites: Site[]): Promise<Row[]> {
  const questions = filters.flatMap(({ what, query, ...targets }) =>
    ranges.flatMap(({ days, last, target }) =>
      sites.map(({ visits, api }) => ({
        what: `sessions of ${days}, ${what}, at ${visits} visits, p95`,
        url: `${api.url}/api/admin/analytics/sessions?last=${last}${query
          .map((filter) => `&filter=${encodeURIComponent(filter)}`)
          .join('')}`,
        all: `${api.url}/api/admin/analytics/sessions?last=${last}`,
        token: api.token,
        limit: target in targets ? targets[target] : undefined,
      })),
    ),
  );
  const tookMs = await inTurns(
    warmUpRounds + rounds,
    Object.fromEntries(questions.map(({ what, url, token }) => [what, () => timeCall(url, token)])),
  );
  const rows: Row[] = [];
  for (const { what, url, all, token, limit } of questions) {
    const warm = tookMs[what]?.slice(warmUpRounds) ?? [];
    const [kept, there] = [await countSessions(url, token), await countSessions(all, token)];
    rows.push({
      ...{ what, value: percentile(warm, 95), unit: 'ms' },
      more: { 'p50 ms': percentile(warm, 50), sessions: kept, 'of them all': kept / Math.max(1, there) },
      ...(limit !== undefined && { target: { atMost: limit } }),
    });
  }
  return rows;
}

async function countSessions(url: string, token: string): Promise<number> {
  const answer = (await (await call(url, token)).json()) as SessionAnalytics;
  return answer.totals.sessions;
}
