/** One line of the table: what was measured, what stands beside it, and what it must reach. */
export interface Row {
  what: string;
  value: number;
  unit: string;
  /** The same load on what it is compared with, measured in the same run. */
  beside?: { what: string; value: number };
  /** `value / beside.value`, or the other quotient that `target` speaks of. */
  ratio?: number;
  /** Of the ratio where there is one, else of the value. */
  target?: { atLeast: number } | { atMost: number };
  /** What else a reader wants to know: other percentiles, spreads, sizes. */
  more?: Record<string, number | string>;
}

/** Whether the row reaches its target; null where it has none. */
export function isMet({ value, ratio, target }: Row): boolean | null {
  if (!target) return null;
  const measured = ratio ?? value;
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
}

export function median(numbers: number[]): number {
  return percentile(numbers, 50);
}

/** The smallest number that `percent` of them do not exceed. Throws on an empty list. */
export function percentile(numbers: number[], percent: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}
