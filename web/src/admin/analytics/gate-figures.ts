/** The effect of a gate at one second, compared with today's. Counts are views. */
export interface GateFigures {
  views: number;
  /** Reach the second asked for, and so would meet a gate there. */
  met: number;
  /** Reach the gate of today. */
  metToday: number;
  /** `met` against `metToday`, as a share of it; null where nobody meets today's. */
  change: number | null;
}

/** From the views that reached each second (contracts/src/http/analytics.ts). */
export function gateFigures(reached: readonly number[], second: number, todaySecond: number): GateFigures {
  const met = reached[second] ?? 0;
  const metToday = reached[todaySecond] ?? 0;
  return { views: reached[0] ?? 0, met, metToday, change: metToday === 0 ? null : met / metToday - 1 };
}

/** The seconds of a table that says the same as the curve: forty rows at most, in steps of whole five seconds. */
export function secondsOfTable(reached: readonly number[]): number[] {
  const longest = reached.length - 1;
  const step = Math.max(5, Math.ceil(longest / 40 / 5) * 5);
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, row) => row * step);
}
