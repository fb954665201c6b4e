import { maxRangeDays } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import type { ApiError } from '../platform/api-error.js';
import { parseDto } from '../platform/validation.pipe.js';
import { parseRange as rangeOf, RangeQueryDto } from './parse-range.js';

const parseRange = (query: Record<string, unknown>) =>
  rangeOf(parseDto(RangeQueryDto, query, 'invalid-query'));

it('takes two days in their order, or one', () => {
  expect(parseRange({ from: '2026-02-28', to: '2026-03-01' })).toEqual({
    from: '2026-02-28',
    to: '2026-03-01',
  });
  expect(parseRange({ from: '2024-02-29', to: '2024-02-29' })).toEqual({
    from: '2024-02-29',
    to: '2024-02-29',
  });
});

it('takes as many days as there can be, and says what is wrong with others', () => {
  const problemOf = (from: string, to: string) => {
    try {
      parseRange({ from, to });
      return null;
    } catch (error) {
      return (error as ApiError).body().details;
    }
  };
  const first = new Date(Date.parse('2026-03-01') - (maxRangeDays - 1) * 86_400_000);
  const from = first.toISOString().slice(0, 10);
  expect(problemOf(from, '2026-03-01')).toBeNull();
  expect(problemOf(from, '2026-03-02')).toEqual([
    { field: 'to', message: `must be within ${maxRangeDays} days of from` },
  ]);
  expect(problemOf('2026-03-01', '2026-02-28')).toEqual([
    { field: 'to', message: 'must not be before from' },
  ]);
});

it('takes a range by its name', () => {
  expect(parseRange({ last: '30d' })).toBe('30d');
  expect(parseRange({ last: 'all', from: '2026-02-28' })).toBe('all');
});

it.each([
  [{}],
  [{ last: '31d' }],
  [{ last: '' }],
  [{ last: ['7d', '30d'] }],
  [{ from: '2026-02-30', to: '2026-03-01' }],
  [{ from: '2026-03-01', to: '2026-02-28' }],
  [{ from: '2026-3-1', to: '2026-03-02' }],
  [{ from: ['2026-03-01', '2026-03-01'], to: '2026-03-02' }],
  [{ from: '1900-01-01', to: '2026-03-02' }],
  [{ last: '30d', compare: 'month' }],
  [{ last: '30d', compare: ['year', 'none'] }],
  [{ from: "2026-03-01' or 1=1", to: '2026-03-02' }],
])('refuses %j', (query) => {
  expect(() => parseRange(query)).toThrow('query parameters');
});
