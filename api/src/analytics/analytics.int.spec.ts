import { rangeNames } from '@voordeur/contracts/http';
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
