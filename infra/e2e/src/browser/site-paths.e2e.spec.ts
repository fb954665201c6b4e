import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { oneOfEachPair, openVisitor, pathOf, untilAlive, visit } from './site.js';
import { stack } from './stack.js';

const lines = {
  en: 'There is no house with this number.',
  nl: 'Dit huisnummer bestaat niet.',
} as const;

const robots = (page: Page) => page.locator('meta[name=robots]');
/** The browser's own PDF viewer asks for its parts, which are no other host's. */
const ofPdfViewer = /^a request to chrome(-extension)?:/;
/** The browser itself says this of a page that is not found. */
const ofStatus = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

/** Opens a path as it is written here; gives the answer, and the page that the first beacon named. */
async function open(path: string, locale: string) {
  const { context, page, faults } = await openVisitor(locale);
  const counted = page.waitForRequest('**/api/visit');
  const response = await page.goto(stack.baseUrl + path);
  const { page: visited } = (await counted).postDataJSON() as { page: string };
  await untilAlive(page);
  return { context, page, faults, response, visited };
}

/** Dutch where the path is English, and the other way round: nothing may follow the browser here. */
const browserOf = { en: 'nl-NL', nl: 'en-GB' } as const;

test.describe('any other spelling of a path', () => {
  const spellings = [
    ['/no-such-house', 'en'],
    ['/Learn', 'en'],
    ['/EN', 'en'],
    ['/NL', 'en'],
    ['/nl/Learn', 'nl'],
    ['/Admin', 'en'],
    ['/Afmelden', 'en'],
    ['/nl//learn', 'nl'],
    ['//learn', 'en'],
    ['//nl/learn', 'en'],
    ['//other.example', 'en'],
    ['/%6Cearn', 'en'],
    ['/%6El/learn', 'en'],
    ['/nl%2Flearn', 'en'],
    ['/index.html', 'en'],
    ['/learn/index.html', 'en'],
    ['/EN/learn', 'en'],
    ['/en/Learn', 'en'],
    ['/en/no-such-house', 'en'],
  ] as const;

  for (const [path, language] of spellings)
    test(`${path} is answered with 404, in its language`, async () => {
      const response = await fetch(stack.baseUrl + path, { redirect: 'manual' });
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain('<meta name="robots" content="noindex"');
      expect(html).toContain(lines[language]);
    });

  for (const [path, language] of oneOfEachPair(spellings))
    test(`${path} is not found in a browser, and stays so`, async () => {
      const { page, faults, response, visited } = await open(path, browserOf[language]);
      expect(response?.status()).toBe(404);
      await page.getByText(lines[language]).waitFor();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(robots(page)).toHaveAttribute('content', 'noindex');
      await expect(page).toHaveTitle(language === 'en' ? /^Page not found/ : /^Pagina niet gevonden/);
      expect([page.url(), visited]).toEqual([stack.baseUrl + path, path]);
      expect(faults.filter((fault) => fault !== ofStatus)).toEqual([]);
    });
});

for (const [path, other, target] of [
  ['/nl//other.example', 'EN', '/other.example'],
  ['//other.example', 'NL', '/nl/other.example'],
] as const)
  test(`from ${path} the switch to ${other} stays on this host`, async () => {
    const { page, faults } = await open(path, 'en-GB');
    await page.getByRole('banner').getByRole('link', { name: other }).click();
    await expect.poll(() => page.url()).toBe(stack.baseUrl + target);
    expect(faults.filter((fault) => fault !== ofStatus)).toEqual([]);
  });

test('a section of the page named //other.example is on this host', async () => {
  const { page, faults } = await open('//other.example#about', 'en-GB');
  await expect.poll(() => page.url()).toBe(`${stack.baseUrl}//other.example`);
  const about = page.getByRole('banner').getByRole('link', { name: 'About' });
  await expect
    .poll(() => about.evaluate((link) => (link as { href?: string }).href))
    .toBe(`${stack.baseUrl}//other.example#about`);
  expect(faults.filter((fault) => fault !== ofStatus)).toEqual([]);
});

const moved = [
  ['/en/learn', '/learn', 'Learn | Voordeur'],
  ['/en/learn/', '/learn', 'Learn | Voordeur'],
  ['/en/booking?utm_source=x&a=b', '/booking?utm_source=x&a=b', 'Book a free call | Voordeur'],
  ['/en/legal?tab=terms', '/legal?tab=terms', 'Legal | Voordeur'],
  ['/en/privacy', '/privacy', 'Privacy on this site | Voordeur'],
  ['/en/aanmelding-prompt', '/aanmelding-prompt', 'The guide | Voordeur'],
  ['/en/unsubscribe?email=a@b.nl', '/unsubscribe?email=a@b.nl', 'Unsubscribe | Voordeur'],
  ['/en/admin', '/admin', 'Admin | Voordeur'],
] as const;

test.describe('under /en', () => {
  for (const [path, target] of moved)
    test(`${path} is moved to ${target} for good`, async () => {
      const answer = await fetch(stack.baseUrl + path, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([301, target]);
    });

  for (const [path, target, title] of oneOfEachPair(moved))
    test(`${path} opens ${target}`, async () => {
      const { page, faults } = await visit({ path });
      await expect(page).toHaveTitle(title);
      expect(pathOf(page)).toBe(target);
      expect(faults.filter((fault) => !ofPdfViewer.test(fault))).toEqual([]);
    });

  for (const [path, target, title] of moved.filter(([path]) => /learn$|utm|admin/.test(path)))
    test(`${path} goes to ${target} inside the page too, and counts as that`, async () => {
      const { page, faults } = await visit({ path: '/confirm' });
      const visited: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/visit'))
          visited.push((request.postDataJSON() as { page: string }).page);
      });
      await page.evaluate(goTo(path));
      await expect.poll(() => pathOf(page)).toBe(target);
      await expect(page).toHaveTitle(title);
      const counted = target.replace(/[?&](?!utm_).*/, '').replace(/&a=b/, '');
      await expect.poll(() => visited).toEqual(target === '/admin' ? [] : [counted]);
      await page.goBack();
      await expect.poll(() => pathOf(page)).toBe('/confirm');
      expect(faults).toEqual([]);
    });
});

test('a path in another case is not found inside the page either, and the next page may be listed again', async () => {
  const { page, faults } = await visit({ path: '/learn' });
  await expect(robots(page)).toHaveAttribute('content', 'index, follow');
  await page.evaluate(goTo('/Learn'));
  await page.getByText(lines.en).waitFor();
  await expect(robots(page)).toHaveAttribute('content', 'noindex');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Six short videos' }).waitFor();
  await expect(robots(page)).toHaveAttribute('content', 'index, follow');
  expect(faults).toEqual([]);
});

/** As a link inside the page does it. */
function goTo(path: string): string {
  return `history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }));`;
}
