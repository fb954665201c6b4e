import { Settings } from 'luxon';
import { afterEach, describe, expect, it } from 'vitest';
import { comparedDays, daysOfRange, wholeMonths } from './range-days.js';

const known = { today: '2026-11-21', first: '2024-02-29', last: '2026-11-21' };

describe('on a machine whose zone lacks a day', () => {
  // Samoa had no 30 December 2011.
  const then = { today: '2011-12-31', first: '2011-12-30', last: '2011-12-30' };
  afterEach(() => {
    Settings.defaultZone = 'system';
  });

  it('days are those of the calendar', () => {
    Settings.defaultZone = 'Pacific/Apia';
    expect(daysOfRange('yesterday', then)).toEqual({ from: '2011-12-30', to: '2011-12-30' });
    expect(daysOfRange('all', then)).toEqual({ from: '2011-12-30', to: '2011-12-31' });
    const newYear = { from: '2011-12-31', to: '2012-01-01' };
    expect(comparedDays(newYear, 'before', { ...then, first: '2011-01-01' })).toEqual({
      from: '2011-12-29',
      to: '2011-12-30',
    });
    const noMonth = { from: '2011-12-31', until: '2011-12-31' };
    const days = { from: '2011-12-02', to: '2011-12-30' };
    expect(wholeMonths(days, { ...then, last: null })).toEqual(noMonth);
  });
});

describe('daysOfRange', () => {
  it.each([
    ['today', '2026-11-21'],
    ['7d', '2026-11-15'],
    ['30d', '2026-10-23'],
    ['90d', '2026-08-24'],
    ['month-to-date', '2026-11-01'],
    ['6m', '2026-06-01'],
    ['12m', '2025-12-01'],
    ['all', '2024-02-29'],
  ] as const)('%s begins on %s', (name, from) => {
    expect(daysOfRange(name, known)).toEqual({ from, to: '2026-11-21' });
  });

  it('yesterday and last year are over', () => {
    expect(daysOfRange('yesterday', known)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(daysOfRange('yesterday', { ...known, today: '2027-01-01' })).toEqual({
      from: '2026-12-31',
      to: '2026-12-31',
    });
    expect(daysOfRange('last-year', known)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  });

  it('all is today where there is nothing, or only what has yet to come', () => {
    const today = { from: '2026-11-21', to: '2026-11-21' };
    expect(daysOfRange('all', { ...known, first: null })).toEqual(today);
    expect(daysOfRange('all', { ...known, first: '2026-12-01' })).toEqual(today);
  });

  it('all goes back twenty years at most', () => {
    expect(daysOfRange('all', { ...known, first: '1970-01-01' }).from).toBe('2006-11-22');
  });
});

describe('comparedDays', () => {
  it.each([
    [
      { from: '2026-11-21', to: '2026-11-21' },
      { from: '2026-11-20', to: '2026-11-20' },
    ],
    [
      { from: '2026-11-15', to: '2026-11-21' },
      { from: '2026-11-08', to: '2026-11-14' },
    ],
    // Over a summer time's end, which has no say in days.
    [
      { from: '2026-10-23', to: '2026-11-21' },
      { from: '2026-09-23', to: '2026-10-22' },
    ],
  ])('before %j are %j', (days, before) => {
    expect(comparedDays(days, 'before', known)).toEqual(before);
  });

  it.each([
    [
      { from: '2026-10-23', to: '2026-11-21' },
      { from: '2025-10-23', to: '2025-11-21' },
    ],
    [
      { from: '2028-02-29', to: '2028-03-01' },
      { from: '2027-02-28', to: '2027-03-01' },
    ],
  ])('a year before %j are %j', (days, before) => {
    expect(comparedDays(days, 'year', known)).toEqual(before);
  });

  it('are null where figures begin later, and where nothing is to be compared', () => {
    const first = { from: '2024-02-29', to: '2026-11-21' };
    expect(comparedDays(first, 'before', known)).toBeNull();
    expect(comparedDays(first, 'year', known)).toBeNull();
    expect(comparedDays({ from: '2024-03-01', to: '2025-02-27' }, 'year', known)).toBeNull();
    expect(comparedDays({ from: '2024-03-01', to: '2025-03-01' }, 'year', known)).toBeNull();
    expect(comparedDays({ from: '2025-02-28', to: '2025-03-01' }, 'year', known)).toBeNull();
    expect(comparedDays({ from: '2025-03-01', to: '2025-03-01' }, 'year', known)).not.toBeNull();
    expect(comparedDays({ from: '2024-03-02', to: '2024-03-04' }, 'before', known)).toBeNull();
    expect(comparedDays({ from: '2024-03-02', to: '2024-03-03' }, 'before', known)).not.toBeNull();
    const today = { from: '2026-11-21', to: '2026-11-21' };
    expect(comparedDays(today, 'before', { ...known, first: null })).toBeNull();
    expect(comparedDays(today, 'none', known)).toBeNull();
  });
});

describe('wholeMonths', () => {
  it.each([
    ['a year', '2025-12-01', '2026-11-21', '2025-12-01', '2026-12-01'],
    ['from within a month to today', '2026-10-23', '2026-11-21', '2026-11-01', '2026-12-01'],
    ['to the last day of a month', '2026-08-24', '2026-10-31', '2026-09-01', '2026-11-01'],
    ['to another day', '2026-08-24', '2026-10-30', '2026-09-01', '2026-10-01'],
    ['from the first day of all', '2024-02-29', '2024-03-31', '2024-02-01', '2024-04-01'],
    ['within one month', '2026-10-02', '2026-10-30', '2026-10-31', '2026-10-31'],
    [
      'from the middle of one to the middle of the next',
      '2026-09-20',
      '2026-10-10',
      '2026-10-11',
      '2026-10-11',
    ],
  ])('%s', (_, from, to, month, until) => {
    expect(wholeMonths({ from, to }, known)).toEqual({ from: month, until });
  });

  it('none of part of a month where there are no figures at all', () => {
    const none = { ...known, first: null, last: null };
    expect(wholeMonths({ from: '2026-10-02', to: '2026-10-30' }, none)).toEqual({
      from: '2026-10-31',
      until: '2026-10-31',
    });
  });
});
