import { expect, it } from 'vitest';
import { gateFigures, secondsOfTable } from './videos-view';

/** Ten views: four end after 2 s, two after 3 s, the others at the end. */
const reached = [10, 10, 10, 6, 4, 4];

it.each([
  ['earlier', 3, 4, { views: 10, met: 6, metToday: 4, change: 0.5 }],
  ['the same', 4, 4, { views: 10, met: 4, metToday: 4, change: 0 }],
  ['later', 4, 3, { views: 10, met: 4, metToday: 6, change: 4 / 6 - 1 }],
  ['after the end of every view', 9, 4, { views: 10, met: 0, metToday: 4, change: -1 }],
  ['where nobody gets to that of today', 3, 9, { views: 10, met: 6, metToday: 0, change: null }],
])('a gate that comes %s', (_, second, today, figures) => {
  expect(gateFigures(reached, second, today)).toEqual(figures);
});

it('a table has whole fives, and forty-one rows at most', () => {
  expect(secondsOfTable(reached)).toEqual([0, 5]);
  expect(secondsOfTable(Array<number>(3_601).fill(1))).toHaveLength(41);
  expect(secondsOfTable(Array<number>(301).fill(1)).slice(0, 3)).toEqual([0, 10, 20]);
});
