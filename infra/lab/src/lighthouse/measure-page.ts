import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { browserArgs, browserPath } from '@voordeur/e2e/browser/browser.js';
import { Advice } from '@voordeur/operate/local/advice.js';
import { median, type Row, type Target } from '../measuring/figures.js';

const score = (category: string) => (result: Result) =>
  Math.round((result.categories[category]?.score ?? 0) * 100);
const measured = (audit: string) => (result: Result) => result.audits[audit]?.numericValue ?? NaN;

/** Targets for the median of a page's runs. */
const figures: [what: string, read: (result: Result) => number, target: Target][] = [
  ['performance', score('performance'), { atLeast: 98 }],
  ['accessibility', score('accessibility'), { atLeast: 100 }],
  ['best practices', score('best-practices'), { atLeast: 100 }],
  ['SEO', score('seo'), { atLeast: 100 }],
  ['largest paint, ms', measured('largest-contentful-paint'), { atMost: 1_500 }],
  ['layout shift', measured('cumulative-layout-shift'), { atMost: 0.01 }],
  ['blocking time, ms', measured('total-blocking-time'), { atMost: 100 }],
];

/**
 * The median of several runs, so that one odd run doesn't count. A run on a machine that is busy says nothing about
 * the page: below `leastIndex` (Lighthouse's own measure of the machine) it is done again. Throws `Advice` when half as
 * many again as wanted were not enough.
 */
export async function measurePage(url: string, wanted: number, leastIndex = 0): Promise<Row[]> {
  const runs: Result[] = [];
  const refused: number[] = [];
  while (runs.length < wanted) {
    const run = await runPage(url);
    const index = run.environment.benchmarkIndex;
    if (index >= leastIndex) runs.push(run);
    else refused.push(index);
    if (refused.length > wanted * 1.5) {
      throw new Advice(
        `This machine is too busy or too slow to measure on: ${refused.length} runs of ${url} had a benchmark index below ${leastIndex} (${refused.join(', ')}).`,
        'end what else runs here, then try again; MIN_BENCHMARK_INDEX=… lowers the bar, and what the figures are worth.',
      );
    }
  }
  const indexes = runs.map(({ environment }) => environment.benchmarkIndex);
  const more = {
    'index of the machine': `${Math.min(...indexes)}-${Math.max(...indexes)}, ${refused.length} runs refused`,
    faults: [...new Set(runs.flatMap(faultsOf))].join(', ') || 'none',
  };
  return figures.map(([what, read, target], row) => ({
    what: `${new URL(url).pathname}: ${what}`,
    value: median(runs.map(read)),
    target,
    ...(row === 0 && { more }),
  }));
}

/** One page in a browser of its own, as a phone with Lighthouse's default throttling. Throws when it did not load. */
async function runPage(url: string): Promise<Result> {
  const chrome = await launch({
    chromePath: browserPath(),
    chromeFlags: ['--headless=new', ...browserArgs],
    // It would exit at once on Ctrl-C, and leave the site's servers running.
    handleSIGINT: false,
  });
  // The browser is in a process group of its own, so it would outlive a run that is stopped.
  const endBrowser = () => {
    chrome.kill();
  };
  process.once('exit', endBrowser);
  try {
    const result = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse gave no report of ${url}`);
    const { runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    return result.lhr;
  } finally {
    process.off('exit', endBrowser);
    endBrowser();
  }
}

/** Audits of the categories that must be full, and are not. */
function faultsOf({ categories, audits }: Result): string[] {
  return ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
}
