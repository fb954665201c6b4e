import { expect, it } from 'vitest';
import { quantile } from './quantile.js';

it.each([
  [[], 0.5, NaN],
  [[7], 0.99, 7],
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 3, 2], 0.5, 2],
  [Array.from({ length: 100 }, (_, index) => 100 - index), 0.95, 95],
])('of %j, at %d: %d', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});
