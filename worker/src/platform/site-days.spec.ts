import { expect, it } from 'vitest';
import { SiteDays } from './site-days.js';

const at = (time: string) => Date.parse(time);

it.each([
  ['Europe/Amsterdam', '2026-03-09T22:59:59.999Z', '2026-03-09'],
  ['Europe/Amsterdam', '2026-03-09T23:00:00Z', '2026-03-10'],
  ['Europe/Amsterdam', '2026-07-09T22:00:00Z', '2026-07-10'],
  // Three quarters of an hour off the full hour: the day begins in the middle of one.
  ['Asia/Kathmandu', '2026-03-09T18:14:59.999Z', '2026-03-09'],
  ['Asia/Kathmandu', '2026-03-09T18:15:00Z', '2026-03-10'],
  ['America/Los_Angeles', '2026-03-10T06:59:59.999Z', '2026-03-09'],
])('in %s, %s is on %s', (timeZone, time, day) => {
  const days = new SiteDays(timeZone);
  expect(days.dayOf(at(time))).toBe(day);
  // The second time it's remembered.
  expect(days.dayOf(at(time))).toBe(day);
});
