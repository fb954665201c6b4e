/** How a week's count compares with the previous week's. */
export type Comparison = 'more' | 'fewer' | 'level' | 'too-few';

/** In both weeks together; with fewer, even a count that doubled may be chance. */
const fewest = 20;

/**
 * Counts of independent events differ by chance (Poisson): for two weeks with the same true rate, the difference has a
 * standard deviation of about the square root of their sum. Chance exceeds two of those in one week of twenty; only
 * beyond them do we call it a change.
 */
export function compareCounts(now: number, before: number): Comparison {
  const sum = now + before;
  if (sum < fewest) return 'too-few';
  if (Math.abs(now - before) <= 2 * Math.sqrt(sum)) return 'level';
  return now > before ? 'more' : 'fewer';
}
