import { giveUp } from '@voordeur/operate/local/advice.js';
import { withSite } from '@voordeur/e2e/helpers/test-stack.js';
import { printRows } from '../measuring/figures.js';
import { measurePage } from './measure-page.js';

/**
 * `make drill NAME=lighthouse`: the median of RUNS runs of each page against the targets; exit 1 where one is missed. Runs with a
 * benchmark index below MIN_BENCHMARK_INDEX don't count. SITE_URL measures a site that runs, PAGES=/en,/nl fewer.
 */
const pages = (process.env['PAGES'] ?? '/en,/nl,/learn,/booking,/legal').split(',');
const wanted = Number(process.env['RUNS'] ?? 5);
const leastIndex = Number(process.env['MIN_BENCHMARK_INDEX'] ?? 1_000);

await withSite(async (siteUrl) => {
  for (const page of pages)
    if (!printRows(await measurePage(siteUrl + page, wanted, leastIndex))) process.exitCode = 1;
}).catch(giveUp);
