/** With fewer than this in the days before, a percentage is mostly chance. */
const comparableFrom = 30;

export type Change =
  { kind: 'share'; share: number } | { kind: 'none-before' } | { kind: 'too-few' } | { kind: 'no-before' };

/** How a count compares with the one of the same number of days before, if known. A share of 0.12 means 12% more. */
export function comparePeriods(now: number, before: number | undefined): Change {
  if (before === undefined) return { kind: 'no-before' };
  if (before === 0) return { kind: 'none-before' };
  if (before < comparableFrom) return { kind: 'too-few' };
  return { kind: 'share', share: now / before - 1 };
}
