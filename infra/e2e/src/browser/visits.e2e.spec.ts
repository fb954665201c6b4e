import type { Analytics } from '@voordeur/contracts/http';
import { expect, test } from './test.js';
import { logIn, stack } from './stack.js';
import { openVisitor } from './site.js';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let owner: Awaited<ReturnType<typeof logIn>>;

test.beforeAll(async () => {
  owner = await logIn();
});

/** Waits until the figures say so, and answers them. */
async function figuresWhen(isThere: (figures: Analytics) => boolean): Promise<Analytics> {
  let figures = await owner.readAnalytics();
  await expect
    .poll(async () => isThere((figures = await owner.readAnalytics())), { intervals: [100] })
    .toBe(true);
  return figures;
}

/** A visit that everything sent before it has overtaken: both ways of counting end in one queue. */
async function settle(): Promise<Analytics> {
  const page = `/marker-${crypto.randomUUID()}`;
  const sent = await Promise.all([
    fetch(`${stack.baseUrl}/api/visit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': firefox },
      body: JSON.stringify({ page }),
    }),
    fetch(`${stack.baseUrl}${page}`, { headers: { 'user-agent': `curl/8.5.0 ${page}` } }),
  ]);
  expect(sent.map((response) => response.status)).toEqual([202, 404]);
  return figuresWhen(
    (figures) =>
      figures.pageStats[page] === 1 && figures.recentBots.some((bot) => bot.userAgent.endsWith(page)),
  );
}

const visitsOf = (figures: Analytics, page: string) => figures.pageStats[page] ?? 0;

for (const [locale, path, endsOn, language, title] of [
  ['nl-NL', '/', '/nl', 'nl', 'Voordeur - AI, Automatisering & Meer'],
  ['en-GB', '/nl', '/nl', 'nl', 'Voordeur - AI, Automatisering & Meer'],
] as const)
  test(`a visitor with a browser in ${locale} who opens ${path} sees ${endsOn}, which counts once`, async () => {
    const before = await settle();
    const { context, page, faults } = await openVisitor(locale);
    const counted = page.waitForResponse((response) => response.url().endsWith('/api/visit'));
    await page.goto(path);
    expect((await counted).status()).toBe(202);
    await expect.poll(() => new URL(page.url()).pathname).toBe(endsOn);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await context.close();

    const after = await settle();
    expect(visitsOf(after, endsOn) - visitsOf(before, endsOn)).toBe(1);
    expect(visitsOf(after, '/') - visitsOf(before, '/')).toBe(0);
    expect(faults).toEqual([]);
  });

test('a program that runs no JavaScript is seen at the edge, with its name and whole address; a person there is not counted twice', async () => {
  const before = await settle();
  for (const agent of [
    firefox,
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    '',
  ]) {
    await fetch(`${stack.baseUrl}/learn?secret=1&utm_source=x`, { headers: { 'user-agent': agent } });
  }
  const after = await settle();
  const marker = 1;
  expect(after.summary.totalBots - before.summary.totalBots).toBe(2 + marker);
  expect(after.summary.total - before.summary.total).toBe(marker);
  const names = after.recentBots.slice(0, 4).map((bot) => [bot.name, bot.reason]);
  expect(names).toContainEqual(['Googlebot', 'user-agent']);
  expect(names).toContainEqual(['Unknown', 'no-agent']);
});
