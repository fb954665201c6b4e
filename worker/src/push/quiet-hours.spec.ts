import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { quietHoursAt } from './quiet-hours.js';

const zone = 'Europe/Amsterdam';
const at = (time: string) => DateTime.fromISO(time, { zone }).toMillis();
const find = (now: string, quietFrom: string | null, quietTo: string | null) => {
  const hours = quietHoursAt(at(now), { quietFrom, quietTo }, zone);
  return hours && [hours.sinceMs, hours.untilMs];
};

it.each([
  ['2026-11-30T21:59', null],
  ['2026-11-30T22:00', ['2026-11-30T22:00', '2026-12-01T07:30']],
  ['2026-12-01T03:00', ['2026-11-30T22:00', '2026-12-01T07:30']],
  ['2026-12-01T07:30', null],
])('over midnight, at %s', (now, expected) => {
  expect(find(now, '22:00', '07:30')).toEqual(expected?.map(at) ?? null);
});

it.each([
  ['2026-11-30T08:59', null],
  ['2026-11-30T09:00', ['2026-11-30T09:00', '2026-11-30T10:00']],
  ['2026-11-30T10:00', null],
])('within a day, at %s', (now, expected) => {
  expect(find(now, '09:00', '10:00')).toEqual(expected?.map(at) ?? null);
});

it('ends at the clock of the morning after the clocks changed', () => {
  expect(find('2026-03-29T04:00', '22:00', '07:00')).toEqual([
    at('2026-03-28T22:00'),
    at('2026-03-29T07:00'),
  ]);
  expect(find('2026-10-25T01:00', '22:00', '07:00')).toEqual([
    at('2026-10-24T22:00'),
    at('2026-10-25T07:00'),
  ]);
});

it('is never without quiet hours', () => {
  expect(find('2026-11-30T23:00', null, null)).toBeNull();
});
