import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright';
import { freePort } from '@voordeur/testing';
import { browserArgs, browserPath } from '@voordeur/e2e/browser/browser.js';
import { withSite } from '@voordeur/e2e/helpers/test-stack.js';
import { Advice, giveUp } from '@voordeur/operate/local/advice.js';
import { median, printRows, type Row, type Target } from '../measuring/figures.js';

/**
 * `make drill NAME=lighthouse`: the median of RUNS runs of each page against the targets; exit 1 where one is missed. Runs without
 * a report don't count, nor do those with a benchmark index below MIN_BENCHMARK_INDEX: on a busy machine they say nothing about
 * the page. SITE_URL measures a site that runs, PAGES=/en,/nl fewer.
 */
const pages = (process.env['PAGES'] ?? '/en,/nl,/learn,/booking,/legal').split(',');
const wanted = Number(process.env['RUNS'] ?? 5);
const leastIndex = Number(process.env['MIN_BENCHMARK_INDEX'] ?? 1_000);

const score = (category: string) => (result: Result) => 100 * (result.categories[category]?.score ?? 0);
const measured = (audit: string) => (result: Result) => result.audits[audit]?.numericValue ?? NaN;
const figures: [what: string, read: (result: Result) => number, target: Target][] = [
  ['performance', score('performance'), { atLeast: 98 }],
  ['accessibility', score('accessibility'), { atLeast: 100 }],
  ['best practices', score('best-practices'), { atLeast: 100 }],
  ['SEO', score('seo'), { atLeast: 100 }],
  ['largest paint, ms', measured('largest-contentful-paint'), { atMost: 1_500 }],
  ['layout shift', measured('cumulative-layout-shift'), { atMost: 0.01 }],
  ['blocking time, ms', measured('total-blocking-time'), { atMost: 100 }],
];

async function measurePage(url: string): Promise<Row[]> {
  const runs: Result[] = [];
  for (let refused = 0; runs.length < wanted;) {
    const run = await runPage(url);
    if (!run.runtimeError && run.environment.benchmarkIndex >= leastIndex) runs.push(run);
    else refused += 1;
    if (refused > wanted * 1.5)
      throw new Advice(
        run.runtimeError
          ? `${url} can't be measured: ${run.runtimeError.message}`
          : `This machine is too busy or too slow to measure on: ${refused} runs of ${url} had a benchmark index below ${leastIndex}.`,
        'end what else runs here, then try again; MIN_BENCHMARK_INDEX=… lowers the bar, and what the figures are worth.',
      );
  }
  const failed = runs.flatMap(({ audits }) => Object.values(audits)).filter((audit) => audit.score === 0);
  const more = { 'failed audits': [...new Set(failed.map(({ id }) => id))].join(', ') || 'none' };
  return figures.map(([what, read, target], index) => ({
    ...{ what: `${new URL(url).pathname}: ${what}`, value: median(runs.map(read)), target },
    ...(index === 0 && { more }),
  }));
}

/** One page in a browser of its own, as a phone with Lighthouse's default throttling. */
async function runPage(url: string): Promise<Result> {
  const port = await freePort();
  const args = [...browserArgs, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: browserPath(), args });
  try {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse gave no report of ${url}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

await withSite(async (siteUrl) => {
  for (const page of pages) if (!printRows(await measurePage(siteUrl + page))) process.exitCode = 1;
}).catch(giveUp);
