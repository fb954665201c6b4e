import { expect, it } from 'vitest';
import { shareFound, simulateEdits } from './simulate-edits.js';

const run = (rate: number, lift: number, edits: number, sessionsBefore = 1_000) =>
  simulateEdits({ rate, lift, sessionsBefore }, { edits, sessionsAfter: 2_000, seed: 17 });

// Of 200 edits that are wrongly called something with a probability of 5 % each, more than 17 are in 1 of 50 cases (binomial).
it.each([
  [0.01, 1_000],
  [0.03, 200],
  [0.05, 3_000],
])(
  'calls few edits of a rate of %d likely something that did nothing, however often one looks',
  (rate, before) => {
    expect(shareFound(run(rate, 1, 200, before), 2_000) * 200).toBeLessThanOrEqual(17);
  },
);

it('finds most edits that tripled the rate, and the same ones again', () => {
  const found = run(0.03, 3, 50);
  expect(shareFound(found, 1_000)).toBeGreaterThan(0.8);
  expect(run(0.03, 3, 50)).toEqual(found);
});
