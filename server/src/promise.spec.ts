import { expect, it } from 'vitest';
import { lateBefore, promisedBy } from './promise.js';

const timeZone = 'Europe/Amsterdam';
const weekend = { daysOff: ['saturday', 'sunday'], timeZone } as const;
const always = { daysOff: [], timeZone } as const;
const due = (received: string, off: Parameters<typeof promisedBy>[1]) =>
  new Date(promisedBy(Date.parse(received), off)).toISOString();

it.each([
  ['a weekday', '2026-11-24T14:05+01:00', '2026-11-25T13:05:00.000Z'],
  ['a Friday', '2026-11-27T14:05+01:00', '2026-11-30T13:05:00.000Z'],
  ['a Saturday, so from Monday on', '2026-11-28T10:00+01:00', '2026-11-30T23:00:00.000Z'],
  ['the last second of Friday', '2026-11-27T23:59:59+01:00', '2026-11-30T22:59:59.000Z'],
  ['a Friday, the clocks going forward on Sunday', '2026-03-27T14:05+01:00', '2026-03-30T12:05:00.000Z'],
])('with the weekend off, what comes on %s', (_, received, by) => {
  expect(due(received, weekend)).toBe(by);
});

it('without days off, it is 24 hours in any night', () => {
  expect(due('2026-03-28T14:05+01:00', always)).toBe('2026-03-29T13:05:00.000Z');
  expect(due('2026-11-27T14:05+01:00', always)).toBe('2026-11-28T13:05:00.000Z');
});

it('a day off is one of the zone of the site', () => {
  // In Auckland it's Saturday already.
  const off = { daysOff: ['saturday'], timeZone: 'Pacific/Auckland' } as const;
  expect(due('2026-11-27T12:00:00Z', off)).toBe('2026-11-29T11:00:00.000Z');
});

it('a lead is late now exactly if it was due before now', () => {
  const start = Date.parse('2026-03-23T00:00:00Z');
  for (const off of [weekend, always]) {
    for (let nowHours = 0; nowHours < 14 * 24; nowHours += 7) {
      const now = start + nowHours * 3_600_000 + 60_000;
      for (let ago = 0; ago < 120; ago += 5) {
        const received = now - ago * 3_600_000 - 30_000;
        expect(received < lateBefore(now, off), `${ago} h before ${new Date(now).toISOString()}`).toBe(
          promisedBy(received, off) < now,
        );
      }
    }
  }
});
