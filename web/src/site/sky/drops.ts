import { sizes } from '../../config/timings';

/** The Trusted Types policy of the site's pages (build/page-policy.ts). */
export const skyPolicy = 'sky';

/** The sky's numbers, from the design. */
export const sky = {
  framesPerSecond: 20,
  dots: { wide: 18, narrow: 8, leastPx: 6, mostPx: 32, alpha: 0.2, leastSpeed: 2, mostSpeed: 7 },
  drops: { most: 96, leastSpeed: 170, mostSpeed: 370, cells: 8, pitchPx: 5, head: 0.33, tail: 0.03 },
} as const;

/** How many drops fall in a window; none below the rain's width. */
export function dropsFor(width: number, height: number): number {
  if (width < sizes.rainFromPx) return 0;
  return Math.min(sky.drops.most, Math.round((width * height) / 14_000));
}

/** The lit cells of one byte (its 1 bits), from the head up, with their alpha. */
export function cellsOf(byte: number): { cell: number; alpha: number }[] {
  const { cells, head, tail } = sky.drops;
  return Array.from({ length: cells }, (_, cell) => cell)
    .filter((cell) => ((byte >> cell) & 1) === 1)
    .map((cell) => ({ cell, alpha: head + ((tail - head) * cell) / (cells - 1) }));
}
