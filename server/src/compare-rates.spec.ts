import type { LeadCount } from '@voordeur/contracts/http';
import { describe, expect, it } from 'vitest';
import { compareRates, hasChanged } from './compare-rates.js';

const count = (leads: number, sessions: number): LeadCount => ({ leads, sessions });

describe('a rate after, against one before', () => {
  it.each([
    ['it doubled, of many', count(30, 1_000), count(60, 1_000), 'too-little-data'],
    ['it doubled, of more', count(90, 3_000), count(120, 2_000), 'likely-better'],
    ['it tripled', count(30, 1_000), count(45, 500), 'likely-better'],
    ['it halved, of very many', count(150, 3_000), count(75, 3_000), 'likely-worse'],
    ['it stayed', count(30, 1_000), count(31, 1_000), 'too-little-data'],
    ['nothing was counted', count(0, 0), count(0, 0), 'too-little-data'],
    ['nothing before', count(0, 0), count(50, 1_000), 'too-little-data'],
    ['no leads at all', count(0, 5_000), count(0, 5_000), 'too-little-data'],
    ['all of them', count(20, 20), count(20, 20), 'too-little-data'],
  ] as const)('%s', (_, before, after, verdict) => {
    expect(compareRates(before, after).verdict).toBe(verdict);
  });

  it('says nothing about no sessions but what is possible at all', () => {
    const { low, high } = compareRates(count(0, 0), count(0, 0));
    expect([low, high]).toEqual([-1, 1]);
  });

  it('has an interval around what was found, which excludes no change exactly where the verdict does', () => {
    for (const before of [count(0, 40), count(3, 400), count(30, 1_000), count(200, 4_000)])
      for (let leads = 0; leads <= 200; leads += 20) {
        const after = count(leads, 1_000);
        const { verdict, low, high } = compareRates(before, after);
        const found = after.leads / after.sessions - before.leads / before.sessions;
        expect(low).toBeLessThanOrEqual(found);
        expect(high).toBeGreaterThanOrEqual(found);
        expect([leads, verdict]).toEqual([
          leads,
          low > 0 ? 'likely-better' : high < 0 ? 'likely-worse' : 'too-little-data',
        ]);
      }
  });

  // The same by another way: the average likelihood by adding up a fine grid of rates, the minimum by trying each.
  it('ends where the evidence of its definition exceeds 20', () => {
    const [before, after] = [count(12, 300), count(31, 320)];
    const { low, high } = compareRates(before, after);
    expect(evidenceOnGrid(before, after, low)).toBeCloseTo(20, 1);
    expect(evidenceOnGrid(before, after, high)).toBeCloseTo(20, 1);
  });

  // Each of 200 edits may be wrong with a probability of 5 %: more than 17 of them are in 1 of 50 cases (binomial).
  it.each([
    [0.01, 1_000],
    [0.03, 200],
    [0.05, 3_000],
  ])('is rarely said to differ from the same rate of %d, however often one looks', (rate, before) => {
    expect(countChanged({ rate, before, lift: 1 }, { edits: 200, within: 2_000 })).toBeLessThanOrEqual(17);
  });

  it('is mostly said to differ within 1,000 sessions where it tripled', () => {
    expect(
      countChanged({ rate: 0.03, before: 1_000, lift: 3 }, { edits: 50, within: 1_000 }),
    ).toBeGreaterThan(40);
  });
});

function evidenceOnGrid(before: LeadCount, after: LeadCount, difference: number): number {
  const grid = Array.from({ length: 2_000 }, (_, step) => (step + 0.5) / 5_000);
  const likelihood = ({ leads, sessions }: LeadCount, rate: number) =>
    rate ** leads * (1 - rate) ** (sessions - leads);
  const evidence = (of: LeadCount, rate: number) => {
    const weights = grid.map((one) => one ** (150 * rate - 1) * (1 - one) ** (150 * (1 - rate) - 1));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const average =
      grid.reduce((total, one, at) => total + likelihood(of, one) * (weights[at] ?? 0), 0) / sum;
    return average / likelihood(of, rate);
  };
  const rates = grid.filter((rate, at) => at % 5 === 0 && rate < 0.15 && rate + difference > 0.01);
  return Math.min(...rates.map((rate) => evidence(before, rate) * evidence(after, rate + difference)));
}

/** How many simulated edits are said to have changed a rate by some look after each session; the same in every run. */
function countChanged(
  { rate, before, lift }: { rate: number; before: number; lift: number },
  { edits, within }: { edits: number; within: number },
): number {
  const random = randomNumbers(17);
  let changed = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    const earlier = count(0, before);
    for (let session = 0; session < before; session += 1) if (random() < rate) earlier.leads += 1;
    const later = count(0, 0);
    let differs = false;
    while (!differs && later.sessions < within) {
      later.sessions += 1;
      if (random() < rate * lift) later.leads += 1;
      differs = hasChanged(earlier, later);
    }
    if (differs) changed += 1;
  }
  return changed;
}

/** 0 to 1: "mulberry32" by T. Ettinger, because Math.random takes no seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
