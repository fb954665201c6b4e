import { expect, it } from 'vitest';
import { groupDays } from './days-panel';

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    day: new Date(Date.parse(first) + i * 86_400_000).toISOString().slice(0, 10),
    visitors: 2,
    uniqueVisitors: 1,
    videoViews: 3,
    bots: 4,
    imported: false,
  }));

it('leaves 92 days as they are', () => {
  const { by, bars } = groupDays(daysFrom('2026-08-24', 92));
  expect(by).toBe('day');
  expect(bars).toHaveLength(92);
  expect(bars[0]).toMatchObject({ start: '2026-08-24', visitors: 2 });
});

it('sums more than those by month', () => {
  const { by, bars } = groupDays(daysFrom('2025-12-15', 93));
  expect(by).toBe('month');
  expect(bars).toMatchObject([
    { start: '2025-12-15', visitors: 34, uniqueVisitors: 17, videoViews: 51, bots: 68 },
    { start: '2026-01-01', visitors: 62 },
    { start: '2026-02-01', visitors: 56 },
    { start: '2026-03-01', visitors: 34 },
  ]);
});

it('sums what was imported apart', () => {
  const days = daysFrom('2025-12-15', 93).map((day) => ({ ...day, imported: day.day < '2026-01-03' }));
  expect(groupDays(days).bars.map(({ imported }) => imported.visitors)).toEqual([34, 4, 0, 0]);
  expect(groupDays(days.slice(0, 20)).bars.at(-2)?.imported).toMatchObject({
    visitors: 2,
    uniqueVisitors: 1,
  });
  expect(groupDays(days.slice(0, 20)).bars.at(-1)?.imported).toMatchObject({
    visitors: 0,
    uniqueVisitors: 0,
  });
});
