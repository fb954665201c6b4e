import { describe, expect, it } from 'vitest';
import { formatWatchTime } from '../../lib/format';
import { formatHour, formatHours, formatPlace, labelReferer, largestFirst } from './formats';

describe('formatWatchTime', () => {
  it.each([
    [0, '0:00'],
    [5, '0:05'],
    [59.6, '1:00'],
    [72, '1:12'],
    [120, '2:00'],
    [87_440, '1457:20'],
  ])('%d seconds is %s', (seconds, text) => {
    expect(formatWatchTime(seconds)).toBe(text);
  });
});

it('formats an hour with two digits', () => {
  expect([0, 7, 23].map(formatHour)).toEqual(['00:00', '07:00', '23:00']);
  expect([7, 23].map(formatHours)).toEqual(['07:00–08:00', '23:00–00:00']);
});

it('puts the largest count first, and equal ones by name', () => {
  expect(largestFirst({ Spain: 2, Zambia: 9, France: 2 })).toEqual([
    ['Zambia', 9],
    ['France', 2],
    ['Spain', 2],
  ]);
});

it.each([
  ['Utrecht', 'Netherlands', 'Utrecht, Netherlands'],
  ['Unknown', 'Netherlands', 'Netherlands'],
  ['Unknown', 'Unknown', 'Unknown'],
])('shows the place %s and %s as %s', (city, country, place) => {
  expect(formatPlace(city, country)).toBe(place);
});

it.each([
  ['Direct', 'direct'],
  ['', 'direct'],
  ['https://site.example/nl', 'internal'],
  ['https://SITE.example/', 'internal'],
  ['https://www.site.example/nl', 'internal'],
  ['https://site.example.evil.example/', 'external'],
  ['https://search.example/?q=site.example', 'external'],
  ['https://site.example:8443/', 'external'],
  ['android-app://com.example.mail', 'external'],
  ['not a url', 'external'],
])('labels %s as %s', (referer, label) => {
  expect(labelReferer(referer, 'site.example')).toBe(label);
});
