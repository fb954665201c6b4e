import { expect, test } from './test.js';
import { pagesOfSite } from './pages-of-site.js';
import { keepScreenshot } from './screenshots.js';
import { thorough } from './browser.js';
import {
  accessibilityFaults,
  heightOf,
  pathOf,
  scrolledTo,
  sidewaysScroll,
  oneOfEachPair,
  visit,
  widths,
} from './site.js';

// The others have one width each in site-pages; make test-all sets THOROUGH.
const wanted = thorough ? pagesOfSite : pagesOfSite.filter(([path]) => path === '/en');

for (const [path] of wanted)
  test(`${path} is accessible at each width and never scrolls sideways`, async () => {
    const { page } = await visit({ path, width: 320 });
    for (const width of [320, ...widths]) {
      await page.setViewportSize({ width, height: heightOf(width) });
      expect(await sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
      expect(await accessibilityFaults(page), `${width} px`).toEqual([]);
      await keepScreenshot(page, `${path}-${width}`);
    }
  });

for (const width of widths)
  test.describe(`the bar at ${width} px`, () => {
    test('is clear at the top, solid after 50 px, and leads to a section and back', async () => {
      const { page } = await visit({ path: '/booking', width });
      const solid = page.locator('header[data-solid]');
      await page.evaluate('scrollTo(0, 50)');
      await expect(solid).toHaveCount(0);
      await page.evaluate('scrollTo(0, 51)');
      await solid.waitFor();

      const menu = page.getByRole('button', { name: 'Open the menu' });
      await expect(menu).toBeVisible({ visible: width < 900 });
      if (width < 900) await menu.click();
      const items = page
        .getByRole('banner')
        .getByRole('link', { name: /^(Home|About|Book a free call|Contact)$/ });
      await expect(items.filter({ visible: true })).toHaveCount(4);
      await page.getByRole('link', { name: 'Contact', exact: true }).click();
      await expect.poll(() => pathOf(page)).toBe('/');
      await expect.poll(() => scrolledTo(page)).toBeGreaterThan(500);
      await page.goBack();
      await page.getByRole('heading', { name: 'Half an hour' }).waitFor();
    });
  });

for (const width of oneOfEachPair([...widths, 1280]))
  test(`at ${width} px a click in the middle of each tile is that tile’s`, async () => {
    const { page } = await visit({ path: '/en', width });
    for (const tile of ['.tile-agents', '.tile-learn', '.tile-door'])
      await page.locator(tile).click({ trial: true });
  });

test('the menu closes by its button, by Escape and by a choice, and holds the page below still', async () => {
  const { page } = await visit({ path: '/nl', width: 375 });
  const open = page.getByRole('button', { name: 'Menu openen' });
  await open.click();
  await expect(page.locator('main')).toHaveAttribute('inert');
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, '/nl-menu-375', false);
  await page.getByRole('button', { name: 'Menu sluiten' }).click();
  await open.click();
  await page.keyboard.press('Escape');
  await open.waitFor();
  await open.click();
  await page.locator('#menu').getByRole('link', { name: 'Boek Consult' }).click();
  await page.getByRole('heading', { level: 1, name: 'Een half uur' }).waitFor();
  await expect(page.locator('#menu')).toHaveCount(0);
  await expect(page.locator('main')).not.toHaveAttribute('inert');
});
