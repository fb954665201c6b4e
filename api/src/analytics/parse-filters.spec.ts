import { maxFilters, maxFilterValue } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { parseDto } from '../platform/validation.pipe.js';
import { FilteredRangeQueryDto, parseBotFilters, parseFilters } from './parse-filters.js';

const queryOf = (filter: unknown) =>
  parseDto(FilteredRangeQueryDto, { last: '30d', filter }, 'invalid-query');
const parse = (filter: unknown) => parseFilters(queryOf(filter));

it('takes none, one and several', () => {
  expect(parse(undefined)).toEqual([]);
  const country = { dimension: 'country', operator: 'is', value: 'NL' };
  expect(parse('country:is:NL')).toEqual([country]);
  expect(parse(['country:is:NL', 'page:contains:a:b\nc'])).toEqual([
    country,
    { dimension: 'page', operator: 'contains', value: 'a:b\nc' },
  ]);
});

it.each([
  ['source:is:search'],
  ['referrer:is:'],
  ['campaign:is-not:letter\nmail\n'],
  ['country:is:'],
  ['language:is-not:ENG'],
  ['goal:is:'],
  ['goal:contains:VIDEO'],
  ['hour:is:23'],
  ['hour:contains:25'],
  ['suspected:is-not:yes'],
  [`page:is:${'a'.repeat(maxFilterValue)}`],
])('takes %j', (filter) => {
  expect(parse(filter)).toHaveLength(1);
});

it.each([
  ['country'],
  ['country:is'],
  ['city:is:Utrecht'],
  ['country:are:NL'],
  ['country:is:nl'],
  ['country:is:ZZ'],
  ['country:is:NLD'],
  ['source:is:x'],
  ['source:is:'],
  ['language:is:XX'],
  ['goal:is:x'],
  ['hour:is:25'],
  ['hour:is:05'],
  ['hour:is-not:'],
  ['suspected:is:maybe'],
  ['bot:is:ai'],
  ['page:contains:'],
  ['page:is:\0'],
  ['page:is:\ud800'],
  [`page:is:${'a'.repeat(maxFilterValue + 1)}`],
  [Array.from({ length: maxFilters + 1 }, () => 'hour:is:1')],
  [['hour:is:1', '']],
  [{ is: 'x' }],
  [[['hour:is:1']]],
])('refuses %j', (filter) => {
  expect(() => parse(filter)).toThrow('query parameters');
});

it('takes filters of bots alone where bots are counted', () => {
  const parseBots = (filter: unknown) => parseBotFilters(queryOf(filter));
  expect(parseBots('bot:is-not:ai')).toHaveLength(1);
  expect(parseBots(undefined)).toEqual([]);
  expect(() => parseBots('bot:is:x')).toThrow('query parameters');
  expect(() => parseBots(['bot:is:ai', 'country:is:NL'])).toThrow('query parameters');
});
