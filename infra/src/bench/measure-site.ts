import { medianOf, type Run, runPage } from '../lighthouse/run-page.js';
import { median, type Row } from '../measuring/figures.js';

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

/** Bytes of the home page as they travel (brotli): what its HTML names, fetched through nginx. */
export async function measurePages(siteUrl: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of ['/en', '/nl']) {
    const url = `${siteUrl}${path}`;
    const html = await (await fetch(url)).text();
    const named = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, file]) => file ?? '');
    const scripts = new Set([
      ...named(/<script[^>]* src="([^"]+)"/g),
      ...named(/<link rel="later"[^>]* href="([^"]+)"/g),
    ]);
    const styles = new Set(named(/<link rel="stylesheet"[^>]* href="([^"]+)"/g));
    const sum = async (files: Iterable<string>) => {
      let bytes = 0;
      for (const file of files) bytes += await sizeOf(new URL(file, url).href);
      return bytes / 1_000;
    };
    rows.push(
      { what: `${path}: HTML`, value: (await sizeOf(url)) / 1_000, unit: 'KB', target: { atMost: 14 } },
      { what: `${path}: JavaScript`, value: await sum(scripts), unit: 'KB', target: { atMost: 95 } },
      { what: `${path}: CSS`, value: await sum(styles), unit: 'KB', target: { atMost: 12 } },
    );
  }
  return rows;
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  await response.arrayBuffer();
  return Number(response.headers.get('content-length'));
}
