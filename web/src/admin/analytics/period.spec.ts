import { expect, it } from 'vitest';
import { faultOfDays, ofBots, ofSessions, readPeriod, searchOf, toggleFilter, type Period } from './period';

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
  expect(readPeriod(new URLSearchParams(search))).toEqual({ ...period, filters: [] });
  expect(searchOf({ ...period, filters: [] })).toBe(search);
});

it.each(['', '?last=fortnight', '?from=2026-03-10&to=2026-03-01', '?from=2026-03-10', '?compare=month'])(
  'parts missing from "%s" get their defaults',
  (search) => {
    expect(readPeriod(new URLSearchParams(search))).toEqual({
      range: '30d',
      comparison: 'before',
      filters: [],
    });
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

const country = { dimension: 'country', operator: 'is', value: 'NL' } as const;
const bot = { dimension: 'bot', operator: 'is-not', value: 'ai' } as const;
const filtered: Period = { range: '7d', comparison: 'before', filters: [country, bot] };

it('filters are in the address as the api reads them, whatever is in their values', () => {
  expect(searchOf(filtered)).toBe('?last=7d&filter=country:is:NL&filter=bot:is-not:ai');
  const values = ['/a&b=c#d', 'letter\nemail\nmay 50%', '%3A%2F', 'é + ", \\', ''];
  const filters = values.map((value) => ({ dimension: 'page', operator: 'contains', value }) as const);
  const period: Period = { ...filtered, filters };
  expect(readPeriod(new URL(`https://site.example/${searchOf(period)}`).searchParams)).toEqual(period);
});

it('a filter that cannot be read is left out', () => {
  const search = new URLSearchParams('filter=country:is:NL&filter=colour:is:red&filter=page&filter=page:is');
  expect(readPeriod(search).filters).toEqual([country]);
});

it('a filter is set once and taken away again, and sessions and bots are asked for by their own', () => {
  const other = { ...country, operator: 'is-not' } as const;
  expect(toggleFilter(filtered, other).filters).toEqual([country, bot, other]);
  expect(toggleFilter(filtered, { ...country }).filters).toEqual([bot]);
  expect(ofSessions(filtered).filters).toEqual([country]);
  expect(ofBots(filtered).filters).toEqual([bot]);
});
