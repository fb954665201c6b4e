import { expect, it } from 'vitest';
import { FixedWindow } from './fixed-window.js';

it('lets so many pass in a minute, says how long the rest lasts, and begins anew', () => {
  const window = new FixedWindow(2);
  const start = 1_000_000;
  expect([window.take('a', start), window.take('a', start)]).toEqual([null, null]);
  expect(window.take('a', start + 500)).toBe(60);
  expect(window.take('a', start + 59_999)).toBe(1);
  expect(window.take('b', start + 59_999)).toBeNull();
  expect(window.take('a', start + 60_000)).toBeNull();
});
