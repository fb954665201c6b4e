import { expect, it } from 'vitest';
import { FixedWindow } from './fixed-window.js';

const start = 1_000_000;

it('lets a limited number pass per minute, says how long the rest lasts, and begins again', () => {
  const window = new FixedWindow(2);
  const [one, other] = ['203.0.113.1', '203.0.113.2'];
  expect([window.take(one, start), window.take(one, start)]).toEqual([null, null]);
  expect(window.take(one, start + 500)).toBe(60);
  expect(window.take(one, start + 59_999)).toBe(1);
  expect(window.take(other, start + 59_999)).toBeNull();
  expect(window.take(one, start + 60_000)).toBeNull();
});

it('counts all of a /64 together, and ten times as many of a /48', () => {
  const window = new FixedWindow(2);
  const passed = (addresses: string[]) => addresses.filter((address) => window.take(address, start) === null);
  const count = Array.from({ length: 100 }, (_, n) => n.toString(16));
  expect(passed(count.map((n) => `2001:db8:1:1::${n}`))).toHaveLength(2);
  // Requests refused for their /64 don't count against the /48.
  expect(passed(count.map((n) => `2001:db8:1:1${n}::1`))).toHaveLength(18);
  expect(passed(count.map((n) => `2001:db8:2:${n}::1`))).toHaveLength(20);
  expect(passed(['203.0.113.1', '::ffff:203.0.113.1', '64:ff9b::203.0.113.1'])).toHaveLength(2);
});
