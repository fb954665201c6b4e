import { medianOf, type Run, runPage } from '../lighthouse/run-page.js';
import { atLeast, atMost, median, type Row } from '../measuring/figures.js';

const runs = 3;

/** The home page as Lighthouse sees it on a phone; `make lighthouse` has all pages and figures. */
export async function measureLighthouse(siteUrl: string): Promise<Row[]> {
  const seen: Run[] = [];
  for (let run = 0; run < runs; run += 1) seen.push(await runPage(`${siteUrl}/en`));
  const { performance, lcpMs } = medianOf(seen);
  const index = median(seen.map(({ benchmarkIndex }) => benchmarkIndex));
  return [
    {
      ...atLeast('/en: performance, by Lighthouse', performance, 98, 'of 100'),
      more: { "the machine's index": index },
    },
    atMost('/en: largest contentful paint', lcpMs, 1_500, 'ms'),
  ];
}

/** Bytes of the home page as they travel (brotli): what its HTML names, fetched through nginx. */
export async function measurePages(siteUrl: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of ['/en', '/nl']) {
    const url = siteUrl + path;
    const html = await (await fetch(url)).text();
    const named = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, file = '']) => file);
    const files = {
      HTML: { urls: [url], most: 14 },
      JavaScript: {
        urls: named(/<(?:script[^>]* src|link rel="later"[^>]* href)="([^"]+)"/g),
        most: 95,
      },
      CSS: { urls: named(/<link rel="stylesheet"[^>]* href="([^"]+)"/g), most: 12 },
    };
    for (const [kind, { urls, most }] of Object.entries(files)) {
      let bytes = 0;
      for (const file of new Set(urls)) bytes += await sizeOf(new URL(file, url).href);
      rows.push(atMost(`${path}: ${kind}`, bytes / 1_000, most, 'KB'));
    }
  }
  return rows;
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  await response.arrayBuffer();
  return Number(response.headers.get('content-length'));
}
