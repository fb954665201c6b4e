import type { GoalRate } from '@voordeur/contracts/http';

/** The quantile of the normal distribution that belongs to 95 %. */
const z = 1.959963984540054;

/** An interval wider than this (0.1: ten percentage points) says too little. */
const widestTelling = 0.1;

/** How many of some sessions reached a goal, as a rate and how sure that is. */
export function goalRate(reached: number, sessions: number): GoalRate {
  const { low, high } = wilsonInterval(reached, sessions);
  return {
    reached,
    rate: sessions === 0 ? null : round(reached / sessions),
    low: round(low),
    high: round(high),
    tooLittleData: high - low > widestTelling,
  };
}

/**
 * The 95 % score interval of a share (E. B. Wilson, 1927), without continuity correction: unlike the textbook's ± it
 * stays within 0 and 1 and is right for few sessions and for none that reached the goal. Without sessions it's 0 to 1.
 */
export function wilsonInterval(reached: number, sessions: number): { low: number; high: number } {
  if (sessions === 0) return { low: 0, high: 1 };
  const share = reached / sessions;
  const shrink = 1 + z ** 2 / sessions;
  const centre = (share + z ** 2 / (2 * sessions)) / shrink;
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / sessions + z ** 2 / (4 * sessions ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function round(share: number): number {
  return Math.round(share * 1e5) / 1e5;
}
