import type { Claim } from './claims.js';

/** The figure that the output has now, as printed, and by which share of the said one it moved; null where it has none. */
export function compareClaim(
  { figure, printed }: NonNullable<Claim['again']>,
  output: string,
): { now: string | null; movedBy: number | null } {
  const now = printed.exec(output)?.[1];
  if (now === undefined) return { now: null, movedBy: null };
  return { now, movedBy: readNumber(now) / readNumber(figure) - 1 };
}

/** `3,980` or `0.55`. */
function readNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}
