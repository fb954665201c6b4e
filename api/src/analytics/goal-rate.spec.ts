import { expect, it } from 'vitest';
import { goalRate, wilsonInterval } from './goal-rate.js';

// R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %d out of %d is the published one', (reached, sessions, low, high) => {
  const interval = wilsonInterval(reached, sessions);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

it('is symmetric, and ends where a share does', () => {
  const all = wilsonInterval(20, 20);
  expect([all.low, all.high]).toEqual([expect.closeTo(1 - 0.1611, 4), 1]);
  expect(wilsonInterval(0, 10).low).toBe(0);
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

it('there is no rate without sessions', () => {
  expect(goalRate(0, 0)).toEqual({ reached: 0, rate: null, low: 0, high: 1, tooLittleData: true });
});

it('says too little where the interval is wider than ten percentage points', () => {
  expect(goalRate(3, 100)).toEqual({
    ...{ reached: 3, rate: 0.03, low: 0.01025, high: 0.08452, tooLittleData: false },
  });
  expect(goalRate(0, 34).tooLittleData).toBe(true);
  expect(goalRate(0, 35).tooLittleData).toBe(false);
  expect(goalRate(50, 100).tooLittleData).toBe(true);
  expect(goalRate(200, 400).tooLittleData).toBe(false);
});
