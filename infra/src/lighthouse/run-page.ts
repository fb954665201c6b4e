import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserArgs, browserPath } from '../e2e/browser.js';
import { median } from '../measuring/figures.js';

/** Scores from 0 to 100, times in milliseconds, the shift without a unit. */
interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
}

export interface Run {
  figures: Figures;
  /** How fast this machine was just then, in Lighthouse's own measure. */
  benchmarkIndex: number;
  /** Audits of the categories that must be full, and are not. */
  faults: string[];
}

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

/** Of each figure the median, so that one odd run says nothing. Throws when there is no run. */
export function medianOf(runs: Figures[]): Figures {
  const names = Object.keys(targets) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => [name, median(runs.map((figures) => figures[name]))]),
  ) as unknown as Figures;
}

/** One page in a browser of its own, as a phone with Lighthouse's default throttling. Throws when it did not load. */
export async function runPage(url: string): Promise<Run> {
  const chrome = await launch({ chromePath: browserPath(), chromeFlags: ['--headless=new', ...browserArgs] });
  try {
    const result = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse gave no report of ${url}`);
    const { categories, audits, environment, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
    const measured = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const faults = ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    );
    return {
      benchmarkIndex: Math.round(environment.benchmarkIndex),
      faults,
      figures: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        seo: score('seo'),
        lcpMs: Math.round(measured('largest-contentful-paint')),
        cls: Number(measured('cumulative-layout-shift').toFixed(4)),
        tbtMs: Math.round(measured('total-blocking-time')),
      },
    };
  } finally {
    chrome.kill();
  }
}
