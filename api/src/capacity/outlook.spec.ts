import { expect, it } from 'vitest';
import { enoughUntil, growthOf, monthsBefore } from './outlook.js';

const zone = 'Europe/Amsterdam';
const now = new Date('2026-11-26T12:00:00Z');
const until = (capacity: number | null, busiestSecond: number, growth: number | null, at = now) =>
  enoughUntil({ capacity, busiestSecond, growth }, at, zone);

it.each([
  // Growing tenfold takes 24 months of 30 days at 10 %: 724 days and 18 hours from 26 November 2026.
  [8_000, 800, 0.1, '2028-11'],
  // Doubling each month: 30 days, then 10 months of 30 days, for 1,024 is ten doublings.
  [8_000, 4_000, 1, '2026-12'],
  [1_024, 1, 1, '2027-09'],
  // It's full before the month is out.
  [8_000, 7_999, 0.5, '2026-11'],
  // The last of ten years of 3,653 days, and the next one, in months of 30 days of which the last isn't over.
  [2, 1, 2 ** (30 / 3_652.5) - 1, '2036-11'],
])(
  '%d a second, %d in the busiest one and %d growth is enough until %s',
  (capacity, busiest, growth, month) => {
    expect(until(capacity, busiest, growth)).toEqual({ state: 'until', month });
  },
);

it.each([
  ['nothing was measured', null, 5_000, 0.1, 'unmeasured'],
  ['the busiest second is above it', 800, 801, 0.1, 'exceeded'],
  ['the busiest second is as much', 800, 800, 0.1, 'exceeded'],
  ['it is exceeded while little is known', 800, 900, null, 'exceeded'],
  ['it is exceeded while traffic shrinks', 800, 900, -0.5, 'exceeded'],
  ['little is known', 8_000, 1, null, 'too-little-data'],
  ['as much came as before', 8_000, 1, 0, 'not-growing'],
  ['less came than before', 8_000, 1, -0.4, 'not-growing'],
  ['nothing came', 8_000, 0, -1, 'not-growing'],
  ['it takes a day more than ten years', 2, 1, 2 ** (30 / 3_654) - 1, 'over-ten-years'],
  ['it hardly grows', 8_000, 1, 1e-12, 'over-ten-years'],
])('has no month where %s', (_, capacity, busiest, growth, state) => {
  expect(until(capacity, busiest, growth)).toEqual({ state });
});

it('names the month of the site, not of UTC', () => {
  // In Amsterdam it's December already; enough for an hour.
  const late = new Date('2026-11-30T23:30:00Z');
  expect(until(8_000, 7_999, 0.1, late)).toEqual({ state: 'until', month: '2026-12' });
});

it('compares the 30 full days before today with the 30 before, in days of the zone', () => {
  const months = { before: '2026-09-27', latest: '2026-10-27', today: '2026-11-26' };
  expect(monthsBefore(now, zone)).toEqual(months);
  expect(monthsBefore(new Date('2026-11-25T23:30:00Z'), zone)).toEqual(months);
  expect(monthsBefore(new Date('2026-11-25T22:30:00Z'), zone).today).toBe('2026-11-25');
  expect(monthsBefore(new Date('2026-11-25T11:30:00Z'), 'Pacific/Auckland')).toEqual(months);
});

it.each([
  ['2026-09-27', 100, 112, 0.12],
  ['2020-01-01', 200, 100, -0.5],
  ['2020-01-01', 100, 100, 0],
  ['one day too late', 100, 112, null, '2026-09-28'],
  ['2020-01-01', 99, 112, null],
  ['2020-01-01', 112, 99, null],
  [null, 0, 0, null],
] as const)(
  'since %s, %d page views and then %d are a growth of %d',
  (...[since, before, latest, growth, day]) => {
    const found = growthOf({ firstDay: day ?? since, before, latest }, now, zone);
    if (growth === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(growth, 10);
  },
);
