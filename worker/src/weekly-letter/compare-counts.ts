/** How a week's count stands to that of the week before. */
export type Comparison = 'more' | 'fewer' | 'level' | 'too-few';

/** Of both weeks together; with fewer, even a count that doubled may be chance. */
const fewest = 20;

/**
 * Events that come one by one and know nothing of each other make counts that differ by chance (Poisson): of two
 * weeks with the same true rate, the difference has a standard deviation of about the root of their sum. Two of
 * those are exceeded by chance in one week of twenty; only beyond them a change is called one.
 */
export function compareCounts(now: number, before: number): Comparison {
  const sum = now + before;
  if (sum < fewest) return 'too-few';
  if (Math.abs(now - before) <= 2 * Math.sqrt(sum)) return 'level';
  return now > before ? 'more' : 'fewer';
}
