import { expect, it } from 'vitest';
import { readRetryAfter, secondsToNextAttempt } from './next-attempt.js';

const schedule = [0, 5, 300];
const now = new Date('2026-11-21T12:00:00Z');

it('follows the schedule, up to a tenth later and never earlier', () => {
  expect(secondsToNextAttempt(1, schedule, 0, () => 0)).toBe(5);
  expect(secondsToNextAttempt(2, schedule, 0, () => 0)).toBe(300);
  expect(secondsToNextAttempt(2, schedule, 0, () => 0.5)).toBeCloseTo(315);
});

it('ends with the schedule, whatever the endpoint asks for', () => {
  expect(secondsToNextAttempt(3, schedule, 0)).toBeNull();
  expect(secondsToNextAttempt(3, schedule, 60)).toBeNull();
});

it('waits as long as the endpoint asks, where that is later, up to a day', () => {
  expect(secondsToNextAttempt(1, schedule, 60)).toBe(60);
  expect(secondsToNextAttempt(2, schedule, 60, () => 0)).toBe(300);
  expect(secondsToNextAttempt(1, schedule, 999_999)).toBe(86_400);
});

it.each([
  [null, 0],
  ['120', 120],
  [' 7 ', 7],
  ['Sat, 21 Nov 2026 12:01:30 GMT', 90],
  ['Saturday, 21-Nov-26 12:01:30 GMT', 90],
  ['Sat Nov 21 12:01:30 2026', 90],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['(at) Sat, 21 Nov 2026 12:01:30 GMT', 0],
  ['', 0],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['9'.repeat(40), 0],
])('reads Retry-After %j as %d s', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});
