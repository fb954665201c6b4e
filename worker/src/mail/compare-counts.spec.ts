import { expect, it } from 'vitest';
import { compareCounts } from './compare-counts.js';

it.each([
  [0, 0, 'too-few'],
  [19, 0, 'too-few'],
  [20, 0, 'more'],
  [0, 20, 'fewer'],
  [10, 10, 'level'],
  [14, 6, 'level'], // 8 is less than 2 × √20 = 8.9
  [15, 5, 'more'], // 10 is more
  [60, 40, 'level'], // 20 is just 2 × √100
  [61, 40, 'more'],
  [1_000, 1_090, 'level'],
  [1_000, 1_100, 'fewer'],
])('%d after %d: %s', (now, before, expected) => {
  expect(compareCounts(now, before)).toBe(expected);
});
