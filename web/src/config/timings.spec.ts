import { expect, it } from 'vitest';
import { cardsPerPage } from './timings';

it.each([
  [320, 1],
  [639, 1],
  [640, 2],
  [1_023, 2],
  [1_024, 3],
  [4_000, 3],
])('a window of %i px shows %i', (width, cards) => {
  expect(cardsPerPage(width)).toBe(cards);
});
