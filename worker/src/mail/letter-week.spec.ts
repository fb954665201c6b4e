import { describe, expect, it } from 'vitest';
import { lastWholeWeek, weekOf } from './letter-week.js';

const zone = 'Europe/Amsterdam';
const hours = ({ starts, ends }: ReturnType<typeof weekOf>) =>
  (ends.getTime() - starts.getTime()) / 3_600_000;

describe('the last whole week', () => {
  it.each([
    ['in the last second of a Sunday', '2026-11-22T22:59:59Z', '2026-11-09'],
    ['in the first of a Monday, when UTC still has Sunday', '2026-11-22T23:00:00Z', '2026-11-16'],
    ['in the middle of a week', '2026-11-26T12:00:00Z', '2026-11-16'],
    ['on the Monday after the clock went forward', '2026-03-29T22:00:00Z', '2026-03-23'],
    ['on the Monday after it went back', '2026-10-25T23:00:00Z', '2026-10-19'],
    ['over New Year', '2027-01-04T12:00:00Z', '2026-12-28'],
  ])('%s', (_name, now, monday) => {
    expect(lastWholeWeek(new Date(now), zone)).toBe(monday);
  });
});

describe('a week', () => {
  it('begins and ends at midnight of the site', () => {
    expect(weekOf('2026-11-16', zone)).toEqual({
      monday: '2026-11-16',
      mondayBefore: '2026-11-09',
      mondayAfter: '2026-11-23',
      startsBefore: new Date('2026-11-08T23:00:00Z'),
      starts: new Date('2026-11-15T23:00:00Z'),
      ends: new Date('2026-11-22T23:00:00Z'),
      timeZone: zone,
    });
  });

  it('has 167 hours with a day of 23, 169 with one of 25', () => {
    expect(['2026-03-23', '2026-11-16', '2026-10-19'].map((monday) => hours(weekOf(monday, zone)))).toEqual([
      167, 168, 169,
    ]);
  });
});
