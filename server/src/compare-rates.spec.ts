import type { LeadCount } from '@voordeur/contracts/http';
import { describe, expect, it } from 'vitest';
import { compareRates } from './compare-rates.js';

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
