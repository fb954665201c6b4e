import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, heightOf, oneOfEachPair, sidewaysScroll, visit, widths } from './site.js';

const { en, nl } = messages;

/** A browser like no other test's: the visitors of all of them have one address. */
const ownAgent = () =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.${randomInt(1_000_000_000)}`;

const open = (path: string, agent: string) =>
  visit({ path, before: (page) => page.setExtraHTTPHeaders({ 'user-agent': agent }) });

const showButton = (page: Page) =>
  page.getByRole('button', { name: /^(Show what's stored|Laat zien wat er is)/ });
const eraseButton = (page: Page) => page.getByRole('button', { name: /^(Erase this|Wis dit)$/ });

/** Presses until it shows `count`: a page view is a row a moment after it was sent. */
async function showUntil(page: Page, count: number): Promise<string[]> {
  const rows = page.getByRole('main').locator('ol > li');
  const press = async () => {
    await showButton(page).click();
    await expect(showButton(page)).toBeEnabled();
    return rows.count();
  };
  // Not more often than a visitor may.
  await expect.poll(press, { intervals: [1_000] }).toBe(count);
  return rows.allInnerTexts();
}

for (const [path, before, none, receipt] of oneOfEachPair([
  ['/privacy', '/learn', en.privacy.visitNone, /^Erased at \d\d:\d\d: 2 page views\./],
  ['/nl/privacy', '/nl/learn', nl.privacy.visitNone, /^Gewist om \d\d:\d\d: 2 pag/],
]))
  test(`on ${path} a visitor sees what is stored about their visit, and erases it`, async () => {
    const agent = ownAgent();
    const { page, faults } = await open(`${before}?utm_source=letter`, agent);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/my-visit')) asked.push(request.method());
    });
    await page.goto(path);
    await showButton(page).waitFor();
    await page.getByText(/^(127\.0\.0\.1|::1|\d+\.\d+\.\d+\.\d+)$/).waitFor();
    expect(asked).toEqual([]);

    const rows = await showUntil(page, 2);
    expect(rows[0]).toMatch(new RegExp(`^\\d\\d:\\d\\d\\s+${path}`));
    expect(rows[1]).toContain(`${before}?utm_source=letter`);
    // Its place and its shortened address.
    expect(rows[1]).toMatch(/ · [^·]+ · [0-9a-f.:]+$/);
    // As this browser says itself.
    expect(rows[1]).toMatch(/ · (?:may be a bot|misschien een bot) · /);
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await keepScreenshot(page, `${path}-my-visit-${width}`);
    }

    // Somebody else behind the same address, with another browser.
    const other = await open(path, ownAgent());
    expect(await showUntil(other.page, 1)).toEqual([expect.stringContaining(path)]);

    await eraseButton(page).click();
    const status = page.getByRole('status').filter({ hasText: receipt });
    await status.waitFor();
    await expect(status).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, `${path}-my-visit-erased`);
    await showButton(page).click();
    await page.getByText(none).waitFor();
    await expect(eraseButton(page)).toHaveCount(0);
    expect(await showUntil(other.page, 1)).toHaveLength(1);
    expect(faults).toEqual([]);
  });
