import { expect, it } from 'vitest';
import { cellsOf, dropsFor } from './drops';

it('rains from 768 px up, at most 96 drops', () => {
  expect(dropsFor(767, 1_000)).toBe(0);
  expect(dropsFor(768, 1_024)).toBe(56);
  expect(dropsFor(3_840, 2_160)).toBe(96);
});

it('draws a byte by its bits, fading from its head', () => {
  expect(cellsOf(0b10000001).map(({ cell, alpha }) => [cell, Number(alpha.toFixed(2))])).toEqual([
    [0, 0.33],
    [7, 0.03],
  ]);
  expect(cellsOf(0)).toEqual([]);
});
