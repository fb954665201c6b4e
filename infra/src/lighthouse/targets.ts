import type { Figures } from './run-page.js';

/** The pages that are measured. */
export const paths = ['/en', '/nl', '/learn', '/booking', '/legal'];

/** What the median of each page has to reach. */
export const targets: Record<keyof Figures, { least: number } | { most: number }> = {
  performance: { least: 98 },
  accessibility: { least: 100 },
  bestPractices: { least: 100 },
  seo: { least: 100 },
  lcpMs: { most: 1_500 },
  cls: { most: 0.01 },
  tbtMs: { most: 100 },
};

/** The names of the figures that miss their target. */
export function findMissed(figures: Figures): (keyof Figures)[] {
  return (Object.keys(targets) as (keyof Figures)[]).filter((name) => {
    const target = targets[name];
    return 'least' in target ? figures[name] < target.least : figures[name] > target.most;
  });
}

/** Of each figure the middle one, so that one odd run says nothing. Throws when there is no run. */
export function medianOf(runs: Figures[]): Figures {
  const names = Object.keys(targets) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => [name, middle(runs.map((figures) => figures[name]))]),
  ) as unknown as Figures;
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length / 2)];
  if (value === undefined) throw new Error('There is no run to take the middle of');
  return value;
}
