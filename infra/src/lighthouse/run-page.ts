import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserArgs, browserPath } from '../e2e/browser.js';
import { median } from '../measuring/figures.js';

/** What the median of each page has to reach: scores from 0 to 100, times in milliseconds, the shift without a unit. */
export const targets = {
  performance: { atLeast: 98 },
  accessibility: { atLeast: 100 },
  bestPractices: { atLeast: 100 },
  seo: { atLeast: 100 },
  lcpMs: { atMost: 1_500 },
  cls: { atMost: 0.01 },
  tbtMs: { atMost: 100 },
};
type Figures = Record<keyof typeof targets, number>;
export const names = Object.keys(targets) as (keyof Figures)[];

export interface Run {
  figures: Figures;
  /** How fast this machine was just then, in Lighthouse's own measure. */
  benchmarkIndex: number;
  /** Audits of the categories that must be full, and are not. */
  faults: string[];
}

/** The median of each figure, so that one odd run doesn't count. Throws when there are no runs. */
export function medianOf(runs: Run[]): Figures {
  const medians = names.map((name) => [name, median(runs.map(({ figures }) => figures[name]))]);
  return Object.fromEntries(medians) as Figures;
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
