import { expect, it } from 'vitest';
import { newContext } from './site.js';
import { stack } from './stack.js';

/** What the home page may cost before what waits for an idle moment or a click, in bytes as they travel (brotli). */
const budget = { script: 95_000, stylesheet: 12_000, document: 14_000, requests: 15 } as const;

it.each(['/en', '/nl'])('%s keeps to its budget', async (path) => {
  const context = await newContext({ locale: path === '/nl' ? 'nl-NL' : 'en-GB' });
  const page = await context.newPage();
  const began: { url: string; type: string; at: number }[] = [];
  page.on('request', (request) =>
    began.push({ url: request.url(), type: request.resourceType(), at: performance.now() }),
  );
  let loadedAt = 0;
  page.once('load', () => (loadedAt = performance.now()));
  await page.goto(stack.baseUrl + path, { waitUntil: 'load' });
  await context.close();

  // What `start.ts` asks for after the first paint counts, whether the load event came before it or not.
  const html = await (await fetch(stack.baseUrl + path)).text();
  const later = [...html.matchAll(/<link rel="later"[^>]*href="([^"]+)"/g)].map(
    ([, href = '']) => stack.baseUrl + href,
  );
  expect(later).not.toEqual([]);
  const early = began.filter(({ at, url }) => at <= loadedAt && !later.includes(url));
  const counted = [...early, ...later.map((url) => ({ url, type: 'script' }))];
  const sizes = { script: 0, stylesheet: 0, document: 0 };
  for (const { url, type } of counted) {
    if (!(type in sizes)) continue;
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    sizes[type as keyof typeof sizes] += Number(response.headers.get('content-length'));
    await response.arrayBuffer();
  }
  process.stdout.write(`${path}: ${JSON.stringify(sizes)} in ${counted.length} requests\n`);
  for (const type of ['script', 'stylesheet', 'document'] as const) {
    expect(sizes[type], type).toBeGreaterThan(0);
    expect(sizes[type], type).toBeLessThanOrEqual(budget[type]);
  }
  expect(counted.length).toBeLessThanOrEqual(budget.requests);
});
