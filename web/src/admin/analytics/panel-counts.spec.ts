import type { RangeAnalytics, SessionAnalytics } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { countsOfHours, countsOfRange, countsOfSessions } from './panel-counts';

const summary = { total: 10 } as RangeAnalytics['summary'];
const rangeOf = (given: Partial<RangeAnalytics>) => ({ summary, ...given }) as RangeAnalytics;
const pagesOf = (rows: SessionAnalytics['panels']['page']['rows']) =>
  ({
    totals: { sessions: 4, pageViews: 9 },
    panels: { page: { rows, more: 0 }, entry: { rows, more: 0 } },
  }) as SessionAnalytics;

it('rows of page views are called what a filter calls them', () => {
  const range = rangeOf({
    countryStats: [
      { code: 'NL', country: 'Netherlands', visitors: 7 },
      { code: 'ZZ', country: 'Unknown', visitors: 3 },
    ],
    campaignStats: [{ source: 'letter', medium: '', campaign: 'may', visitors: 2 }],
  });
  const valuesOf = (panel: 'country' | 'campaign') =>
    countsOfRange(panel, range, undefined).rows.map(({ value }) => value);
  expect(valuesOf('country')).toEqual(['NL', '']);
  expect(valuesOf('campaign')).toEqual(['letter\n\nmay']);
});

it('a row has its count in the compared days: zero if it was not there, unknown before they are', () => {
  const now = rangeOf({ pageStats: { '/a': 1, '/b': 9 } });
  expect(countsOfRange('page', now, rangeOf({ pageStats: { '/b': 4 } }))).toEqual({
    counted: 'visitors',
    total: 10,
    rows: [
      { value: '/b', count: 9, before: 4 },
      { value: '/a', count: 1, before: 0 },
    ],
  });
  expect(countsOfRange('page', now, undefined).rows.map(({ before }) => before)).toEqual([
    undefined,
    undefined,
  ]);
});

it('a value missing from a cut list may have occurred', () => {
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`/${index}`, 5]));
  const [row] = countsOfRange('page', rangeOf({ pageStats: { '/a': 1 } }), rangeOf({ pageStats: many })).rows;
  expect(row).toEqual({ value: '/a', count: 1, before: undefined });
});

it('pages are counted by the page views inside the sessions, entries by sessions', () => {
  const now = pagesOf([{ value: '/', sessions: 3, pageViews: 8 }]);
  const entries = pagesOf([{ value: '/', sessions: 3 }]);
  expect(countsOfSessions('page', now, undefined)).toMatchObject({
    counted: 'pageViews',
    total: 9,
    rows: [{ count: 8 }],
  });
  expect(countsOfSessions('entry', entries, entries)).toMatchObject({
    counted: 'sessions',
    total: 4,
    rows: [{ count: 3, before: 3 }],
  });
});

it('hours are summed over the week, the busiest first, those without any left out', () => {
  const week = Array.from({ length: 7 }, () =>
    Array.from({ length: 24 }, (_, hour) => (hour % 8 === 1 ? hour : 0)),
  );
  expect(countsOfHours({ hoursOfWeek: week }, undefined, 'sessions')).toMatchObject({
    total: 7 * (1 + 9 + 17),
    rows: [
      { value: '17', count: 119 },
      { value: '9', count: 63 },
      { value: '1', count: 7 },
    ],
  });
});
