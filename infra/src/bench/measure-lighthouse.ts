import { runPage, type Run } from '../lighthouse/run-page.js';
import { medianOf } from '../lighthouse/targets.js';
import { median, type Row } from './row.js';

const runs = 3;

/** The home page as Lighthouse sees it on a phone; `make lighthouse` has all pages and figures. */
export async function measureLighthouse(siteUrl: string): Promise<Row[]> {
  const seen: Run[] = [];
  for (let run = 0; run < runs; run += 1) seen.push(await runPage(`${siteUrl}/en`));
  const { performance, lcpMs } = medianOf(seen.map(({ figures }) => figures));
  const index = median(seen.map(({ benchmarkIndex }) => benchmarkIndex));
  return [
    {
      what: '/en: performance, by Lighthouse',
      value: performance,
      unit: 'of 100',
      target: { atLeast: 98 },
      more: { "the machine's index": index },
    },
    { what: '/en: largest contentful paint', value: lcpMs, unit: 'ms', target: { atMost: 1_500 } },
  ];
}
