import { expect, it } from 'vitest';
import { filtersOf, isNarrowed, leadsQuery, searchOf } from './lead-filters';

const filters = (search: string, state: unknown = null) => filtersOf(new URLSearchParams(search), state);

it.each([
  ['', 'status=new&asks=yes&quarantine=no&first=oldest'],
  ['box=sign-ups', 'status=new&asks=no&quarantine=no'],
  ['box=answered', 'status=answered&quarantine=no'],
  ['box=quarantine', 'quarantine=yes'],
  ['box=all', ''],
  ['box=all&kind=question&language=NL', 'kind=question&language=NL'],
  // Both days are in it: the second ends where the day after it begins, also at the end of a month and a year.
  ['box=all&from=2026-02-28&to=2026-02-28', 'from=2026-02-28T00%3A00%3A00&to=2026-03-01T00%3A00%3A00'],
  ['box=all&to=2026-12-31', 'to=2027-01-01T00%3A00%3A00'],
  ['box=x&kind=x&language=x&from=2026-02-30&to=x', 'status=new&asks=yes&quarantine=no&first=oldest'],
])('%s asks the api for %s', (search, expected) => {
  expect(leadsQuery(filters(search))).toBe(expected);
});

it('keeps the search out of the address', () => {
  const searched = filters('box=all&q=ignored', { q: 'a@b' });
  expect(searchOf(searched).toString()).toBe('box=all');
  expect(leadsQuery(searched)).toBe('q=a%40b');
});

it('writes what it reads', () => {
  const search = 'box=all&kind=setups&language=ENG&from=2026-01-01&to=2026-01-31';
  expect(searchOf(filters(search)).toString()).toBe(search);
  expect(searchOf(filters('')).toString()).toBe('');
});

it('tells a narrowed box from a whole one', () => {
  expect(isNarrowed(filters('box=all'))).toBe(false);
  expect(isNarrowed(filters('', { q: 'x' }))).toBe(true);
});
