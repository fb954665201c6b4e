import { expect, test } from './test.js';
import { newContext } from './site.js';
import { logIn, stack } from './stack.js';

/** The home page's budget before anything that waits for an idle moment or a click, in bytes as they travel (brotli). */
const budget = { script: 95_000, stylesheet: 12_100, document: 14_000, requests: 15 } as const;

/** A file's text, and its size as it travels. */
async function fetchFile(url: string): Promise<{ size: number; text: string }> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  return { size: Number(response.headers.get('content-length')), text: await response.text() };
}

for (const path of ['/en', '/nl'])
  test(`${path} keeps to its budget`, async () => {
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

    // Requests of `start.ts` after the first paint count, whether the load event came before or not.
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
      sizes[type as keyof typeof sizes] += (await fetchFile(url)).size;
    }
    process.stdout.write(`${path}: ${JSON.stringify(sizes)} in ${counted.length} requests\n`);
    for (const type of ['script', 'stylesheet', 'document'] as const) {
      expect(sizes[type], type).toBeGreaterThan(0);
      expect(sizes[type], type).toBeLessThanOrEqual(budget[type]);
    }
    expect(counted.length).toBeLessThanOrEqual(budget.requests);
  });

/** Including requests once it's idle: forms, toasts, rain. */
const mostAwake = 115_500;

test('the home page that is awake has nothing of the admin', async () => {
  const context = await newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.goto(`${stack.baseUrl}/en`);
  await expect(page.locator('[data-asleep]')).toHaveCount(0);
  await expect.poll(() => [...scripts].some((url) => url.includes('/sky.worker-'))).toBe(true);
  await context.close();

  const files = [...scripts].map((url) => new URL(url).pathname);
  expect(files.filter((file) => /\/(newsletter-form|toaster)-/.test(file))).toHaveLength(2);
  expect(files.filter((file) => /\/(admin|screen|query|in-place|shown-drafts)/.test(file))).toEqual([]);
  const loaded = await Promise.all([...scripts].map(fetchFile));
  const total = loaded.reduce((sum, { size }) => sum + size, 0);
  process.stdout.write(`/en awake: ${total} bytes of scripts in ${scripts.size} requests\n`);
  expect(total).toBeLessThanOrEqual(mostAwake);
});

/** The budget of the owner's screens before they show something, in bytes as they travel. */
const screens = [
  { path: '/admin', chunk: 'home-screen', most: 111_000 },
  { path: '/admin/analytics', chunk: 'analytics-screen', most: 109_500 },
] as const;

for (const { path, chunk, most } of screens)
  test(`${path} keeps to its budget, and charts, map and flags are no part of it`, async () => {
    const { token } = await logIn();
    const context = await newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
    // The admin's own, which every screen imports.
    const asked = Promise.all(
      ['admin', chunk].map((name) => page.waitForRequest((request) => request.url().includes(`/${name}-`))),
    );
    await page.goto(stack.baseUrl + path);
    const first = (await asked).map((request) => request.url());
    await context.close();

    const sizes = new Map<string, number>();
    const add = async (url: string): Promise<void> => {
      if (sizes.has(url)) return;
      sizes.set(url, 0);
      const { size, text } = await fetchFile(url);
      sizes.set(url, size);
      // Static imports of a file, not its dynamic ones.
      const imported = text.matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g);
      for (const [, name = ''] of imported) await add(new URL(name, url).href);
    };
    for (const url of first) await add(url);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    process.stdout.write(`${path}: ${total} bytes of scripts in ${sizes.size} requests\n`);
    expect(sizes.size).toBeGreaterThan(3);
    expect([...sizes.keys()].filter((url) => /\/(charts|world-map|figures|country-flag)-/.test(url))).toEqual(
      [],
    );
    expect(total).toBeLessThanOrEqual(most);
  });
