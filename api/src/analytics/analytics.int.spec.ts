import {
  type FilterDimension,
  filterDimensions,
  filterOperators,
  type GoalAnalytics,
  goals,
  rangeNames,
  writeFilter,
} from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp();
const owner = useOwner(test);

const { get } = owner;

it.each([
  '/api/admin/analytics',
  '/api/admin/analytics/range?from=2026-03-01&to=2026-03-02',
  ...rangeNames.map((name) => `/api/admin/analytics/range?last=${name}`),
])('%s is for the owner only, and gives figures', async (path) => {
  await test.http.get(path).expect(401);
  await test.http.get(path).set('authorization', 'Bearer nonsense').expect(401);
  const answer = await get(path).expect(200);
  expect(answer.body).toMatchObject({ summary: { total: 0, totalBots: 0 }, videoStats: [], pageStats: {} });
});

it('the retention of a video is for the owner only, which needs a valid range', async () => {
  const path = '/api/admin/analytics/videos/video-1/retention';
  await test.http.get(`${path}?last=30d`).expect(401);
  const answer = await get(`${path}?from=2026-03-01&to=2026-03-02`).expect(200);
  expect(answer.body).toEqual({ videoId: 'video-1', from: '2026-03-01', to: '2026-03-02', reached: [] });
  expect((await get(path).expect(400)).body).toMatchObject({ code: 'invalid-query' });
});

it('refuses an invalid range', async () => {
  const answer = await get('/api/admin/analytics/range?from=2026-03-02').expect(400);
  expect(answer.body).toMatchObject({ code: 'invalid-query', details: [{ field: 'to' }] });
  const named = await get('/api/admin/analytics/range?last=31d').expect(400);
  expect(named.body).toMatchObject({ code: 'invalid-query', details: [{ field: 'last' }] });
});

it('edits are for the owner only, of a range like the others', async () => {
  const path = '/api/admin/analytics/edits';
  await test.http.get(`${path}?last=30d`).expect(401);
  const answer = await get(`${path}?from=2026-03-01&to=2026-03-02`).expect(200);
  expect(answer.body).toEqual({
    ...{ from: '2026-03-01', to: '2026-03-02', changes: [] },
    asOf: expect.any(String) as string,
  });
  for (const query of ['', '?last=31d', '?from=2026-03-02&to=2026-03-01'])
    expect((await get(path + query).expect(400)).body).toMatchObject({ code: 'invalid-query' });
});

const days = 'from=2026-03-01&to=2026-03-02';

it('the figures of sessions are for the owner only, with filters or without', async () => {
  const path = `/api/admin/analytics/sessions?${days}&filter=country:is:NL&filter=page:contains:%25`;
  await test.http.get(path).expect(401);
  const none = {
    sessions: 0,
    visitors: 0,
    pageViews: 0,
    bounces: 0,
    seconds: 0,
    videoSeconds: 0,
    suspected: 0,
  };
  for (const address of [path, `/api/admin/analytics/sessions?${days}`])
    expect((await get(address).expect(200)).body).toMatchObject({
      ...{ from: '2026-03-01', to: '2026-03-02', before: null, totals: none, videoStats: [] },
      dailyStats: [{ day: '2026-03-01', sessions: 0 }, { day: '2026-03-02' }],
      panels: { page: { rows: [], more: 0 }, system: { rows: [], more: 0 } },
    });
});

it('goals are for the owner only, of any lead unless one is asked for', async () => {
  const path = `/api/admin/analytics/goals?${days}&compare=none&filter=country:is:NL`;
  await test.http.get(path).expect(401);
  const none = { reached: 0, rate: null, low: 0, high: 1, tooLittleData: true };
  const { body } = (await get(path).expect(200)) as { body: GoalAnalytics };
  expect(body).toMatchObject({
    ...{ from: '2026-03-01', to: '2026-03-02', before: null, goal: 'lead', sessions: 0, unjoined: [] },
    dimensions: { source: { rows: [], more: 0 }, page: { rows: [], more: 0 } },
    funnel: [{ step: 'session', sessions: 0 }, {}, {}, { step: 'lead', sessions: 0 }],
  });
  expect(body.goals).toEqual(['lead', ...goals].map((goal) => ({ goal, ...none, leads: null })));
  for (const goal of ['lead', ...goals])
    expect((await get(`${path}&goal=${goal}`).expect(200)).body).toMatchObject({ goal });
});

it.each(['goal=leads', 'goal=question&goal=lead', 'goal=%00'])('/goals refuses %s', async (goal) => {
  const answer = await get(`/api/admin/analytics/goals?${days}&${goal}`).expect(400);
  expect(answer.body).toMatchObject({ code: 'invalid-query', details: [{ field: 'goal' }] });
});

it.each([
  ['goals', 'filter=hour:is:25'],
  ['goals', 'filter=bot:is:ai'],
  ['sessions', 'filter=hour:is:25'],
  ['sessions', 'filter=bot:is:ai'],
  ['sessions', 'filter=page:is:%00'],
  ['sessions', 'filter=hour:is:1&filter=source:is:x'],
  ['sessions', Array<string>(21).fill('filter=hour:is:1').join('&')],
  ['sessions', `filter=page:is:${'a'.repeat(3_000)}`],
  ['range', 'filter=country:is:NL'],
  ['range', 'filter=bot:is:x'],
])('/%s refuses %s', async (call, filter) => {
  const answer = await get(`/api/admin/analytics/${call}?${days}&${filter}`).expect(400);
  expect(answer.body).toMatchObject({ code: 'invalid-query', details: [{ field: 'filter' }] });
});

it('every dimension and operator is answered', async () => {
  const values: Partial<Record<FilterDimension, string>> = {
    ...{ source: 'search', country: 'NL', language: 'NL', goal: 'question', hour: '1', suspected: 'yes' },
  };
  for (const dimension of filterDimensions.filter((one) => one !== 'bot'))
    for (const operator of filterOperators) {
      const filter = writeFilter({ dimension, operator, value: values[dimension] ?? 'a' });
      await get(`/api/admin/analytics/sessions?${days}&filter=${encodeURIComponent(filter)}`).expect(200);
    }
});

it('the figures say since when rows wait to be in them', async () => {
  const query = (sql: string) => test.database.dataSource.query(sql);
  const asOf = async (path: string) =>
    ((await get(`/api/admin/analytics${path}`).expect(200)).body as { asOf: string }).asOf;
  const paths = ['', `/range?${days}`, `/sessions?${days}`, `/edits?${days}`];
  const now = Date.now();
  for (const path of paths) expect(Date.parse(await asOf(path))).toBeGreaterThanOrEqual(now);
  await query(`insert into changed_days (day, noted_at) values ('2026-03-01', '2026-03-01T10:00:00Z')`);
  for (const path of paths) expect(await asOf(path)).toBe('2026-03-01T10:00:00.000Z');
  await query('truncate changed_days');
});

it('sessions that take too long to count are refused, and nothing is logged as a fault', async () => {
  const { dataSource } = test.database;
  const locked = dataSource.createQueryRunner();
  await locked.connect();
  await locked.startTransaction();
  try {
    await locked.query('lock table sessions_by_day in access exclusive mode');
    const answer = await get(`/api/admin/analytics/sessions?${days}`);
    expect(answer).toMatchObject({ status: 503, body: { code: 'too-slow' } });
  } finally {
    await locked.rollbackTransaction();
    await locked.release();
  }
  expect(test.log.filter((line) => line.includes('request failed'))).toEqual([]);
});
