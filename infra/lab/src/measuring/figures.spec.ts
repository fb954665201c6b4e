import { describe, expect, it } from 'vitest';
import { isMet, median, percentile } from './figures.js';

describe('percentile', () => {
  it.each([
    [[5], 95, 5],
    [[3, 1, 2], 50, 2],
    [[1, 2, 3, 4], 50, 2],
    [Array.from({ length: 100 }, (_, index) => index + 1), 95, 95],
  ])('percentile of %j at %d is %d', (numbers, percent, expected) => {
    expect(percentile(numbers, percent)).toBe(expected);
  });

  it('throws where nothing was measured', () => {
    expect(() => median([])).toThrow('nothing was measured');
  });
});

describe('isMet', () => {
  const row = { what: 'a', value: 10, unit: '/s' };

  it('compares the ratio where there is one', () => {
    expect(isMet({ ...row, ratio: 0.5, target: { atLeast: 0.6 } })).toBe(false);
    expect(isMet({ ...row, ratio: 0.6, target: { atLeast: 0.6 } })).toBe(true);
  });

  it('compares the value when it has no ratio', () => {
    expect(isMet({ ...row, target: { atMost: 10 } })).toBe(true);
    expect(isMet({ ...row, target: { atMost: 9 } })).toBe(false);
  });

  it('says nothing without a target', () => {
    expect(isMet(row)).toBeNull();
  });
});
