import type { DayStats } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { groupDays as group } from './days-view';

const hoursOfWeek = Array.from({ length: 7 }, (_, weekday) => Array<number>(24).fill(weekday));
const groupDays = (dailyStats: DayStats[], daysBefore?: DayStats[]) =>
  group({
    ...{ measures: ['visitors'], dailyStats, hoursOfWeek, before: null },
    ...(daysBefore && {
      before: {
        ...{ from: daysBefore[0]?.day ?? '', to: '', dailyStats: daysBefore, hoursOfWeek },
      },
    }),
  });
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

it('pairs the days with the compared ones, the first with the first', () => {
  const before = daysFrom('2025-08-24', 40).map((day, index) => ({ ...day, visitors: index }));
  const { bars } = groupDays(daysFrom('2026-08-24', 40), before);
  expect(bars.map((bar) => bar.before?.visitors)).toEqual(before.map(({ visitors }) => visitors));
  expect(bars[0]?.before?.start).toBe('2025-08-24');
});

it('sums the compared days by the months of their counterparts, and leaves out days without one', () => {
  const { bars } = groupDays(daysFrom('2025-12-15', 93), daysFrom('2025-09-13', 92));
  expect(bars.map((bar) => bar.before?.visitors)).toEqual([34, 62, 56, 32]);
});

it('shows one day by its hours, with those of the day it is compared with', () => {
  // A Wednesday, and the Tuesday before.
  const { by, bars } = groupDays(daysFrom('2026-11-18', 1), daysFrom('2026-11-17', 1));
  expect(by).toBe('hour');
  expect(bars).toHaveLength(24);
  expect(bars[7]).toMatchObject({ start: '7', visitors: 2, before: { visitors: 1 } });
});

it('shows an imported day as a day: of its hours nothing is known', () => {
  const imported = daysFrom('2026-11-18', 1).map((day) => ({ ...day, imported: true }));
  expect(groupDays(imported)).toMatchObject({ by: 'day', bars: [{ visitors: 2 }] });
});

it('shows one day of sessions by the hours in which they began', () => {
  const { bars } = group({
    measures: ['sessions', 'visitors'],
    dailyStats: [{ day: '2026-11-18', sessions: 48, visitors: 90 }],
    ...{ hoursOfWeek, before: null },
  });
  expect(bars[7]).toMatchObject({ sessions: 2, visitors: 0 });
});
