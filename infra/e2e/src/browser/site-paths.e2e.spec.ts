import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { openVisitor, pathOf, untilAlive, visit } from './site.js';
import { stack } from './stack.js';

const { en, nl } = messages;

const lines = {
  en: en.notFound.line,
  nl: nl.notFound.line,
} as const;

const robots = (page: Page) => page.locator('meta[name=robots]');
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

// Each spelling is in files.int.spec.ts, as nginx answers it, and in paths.spec.ts, as the page reads it.
for (const [path, language] of [
  ['/no-such-house', 'en'],
  ['/nl//learn', 'nl'],
  ['//learn', 'en'],
] as const)
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

test('a section of //other.example, and its other language, stay on this host', async () => {
  const { page, faults } = await open('//other.example#about', 'en-GB');
  await expect.poll(() => page.url()).toBe(`${stack.baseUrl}//other.example`);
  const bar = page.getByRole('banner');
  await expect
    .poll(() =>
      bar.getByRole('link', { name: en.bar.about }).evaluate((link) => (link as { href?: string }).href),
    )
    .toBe(`${stack.baseUrl}//other.example#about`);
  await bar.getByRole('link', { name: 'NL' }).click();
  await expect.poll(() => page.url()).toBe(`${stack.baseUrl}/nl/other.example`);
  await page.goto(`${stack.baseUrl}/nl//other.example`);
  await untilAlive(page);
  await bar.getByRole('link', { name: 'EN' }).click();
  await expect.poll(() => page.url()).toBe(`${stack.baseUrl}/other.example`);
  expect(faults.filter((fault) => fault !== ofStatus)).toEqual([]);
});

test('inside the page too, a path is moved or not found, and the next page may be listed again', async () => {
  const { page, faults } = await visit({ path: '/learn' });
  await expect(robots(page)).toHaveAttribute('content', 'index, follow');
  await page.evaluate(goTo('/Learn'));
  await page.getByText(lines.en).waitFor();
  await expect(robots(page)).toHaveAttribute('content', 'noindex');

  const visited = page.waitForRequest('**/api/visit');
  await page.evaluate(goTo('/en/booking?utm_source=x&a=b'));
  await expect.poll(() => pathOf(page)).toBe('/booking?utm_source=x&a=b');
  await expect(page).toHaveTitle('Book a free call | Voordeur');
  await expect(robots(page)).toHaveAttribute('content', 'index, follow');
  expect((await visited).postDataJSON()).toMatchObject({ page: '/booking?utm_source=x' });
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/Learn');

  expect(faults).toEqual([]);
});

/** As a link inside the page does it. */
function goTo(path: string): string {
  return `history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }));`;
}
