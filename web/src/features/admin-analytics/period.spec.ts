import { expect, it } from 'vitest';
import { faultOfDays, readPeriod, searchOf } from './period';

it.each([
  ['?last=7d', { range: '7d', comparison: 'before' }],
  ['?last=last-year&compare=year', { range: 'last-year', comparison: 'year' }],
  [
    '?from=2026-03-01&to=2026-03-10',
    { range: { from: '2026-03-01', to: '2026-03-10' }, comparison: 'before' },
  ],
  [
    '?from=2026-03-01&to=2026-03-01&compare=none',
    { range: { from: '2026-03-01', to: '2026-03-01' }, comparison: 'none' },
  ],
] as const)('%s is a period, and its address again', (search, period) => {
  expect(readPeriod(new URLSearchParams(search))).toEqual(period);
  expect(searchOf(period)).toBe(search);
});

it.each(['', '?last=fortnight', '?from=2026-03-10&to=2026-03-01', '?from=2026-03-10', '?compare=month'])(
  'what "%s" does not say is as usual',
  (search) => {
    expect(readPeriod(new URLSearchParams(search))).toEqual({ range: '30d', comparison: 'before' });
  },
);

it.each([
  ['2026-03-01', '2026-03-01', null],
  ['', '2026-03-01', 'missing'],
  ['2026-02-30', '2026-03-01', 'missing'],
  ['26-02-01', '2026-03-01', 'missing'],
  ['2026-03-02', '2026-03-01', 'order'],
  ['2006-03-02', '2026-03-01', null],
  ['2006-01-01', '2026-03-01', 'too-many'],
])('from %s to %s: %s', (from, to, fault) => {
  expect(faultOfDays({ from, to })).toBe(fault);
});
