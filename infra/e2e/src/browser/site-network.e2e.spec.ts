import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, pathOf, untilAlive, visit } from './site.js';
import { untilDialogListens } from './waits.js';

const { en } = messages;

test('back, forward and reload show each page again, without a fault', async () => {
  const { page, faults } = await visit({ path: '/en' });
  const headline = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('main').getByRole('link', { name: en.home.tiles.learn, exact: true }).click();
  await headline('Six short videos');
  await page.getByRole('banner').getByRole('link', { name: en.bar.booking }).click();
  await headline('Half an hour');
  await expect(page).toHaveTitle('Book a free call | Voordeur');
  await page.goBack();
  await headline('Six short videos');
  await expect(page).toHaveTitle('Learn | Voordeur');
  await page.reload();
  await headline('Six short videos');
  // A page left before it became interactive is rendered again instead, and React reports it.
  await untilAlive(page);
  await page.goBack();
  await headline('Come in.');
  await expect(page).toHaveTitle('Voordeur - AI, Automation & More');
  expect(pathOf(page)).toBe('/en');
  await page.goForward();
  await page.goForward();
  await headline('Half an hour');
  expect(faults).toEqual([]);
});

test('a part that does not come through says so, can be tried again, and leaves the way back', async () => {
  const { context, page } = await visit({
    path: '/en',
    before: (opening) => opening.route(/\/assets\/sky|hero-loop/, (route) => route.abort()),
  });
  const alert = page.getByRole('alert');
  const again = page.getByRole('button', { name: en.load.retry });
  const line = alert.getByText(en.load.failedTitle);
  const saysSo = async (name: string) => {
    await line.waitFor();
    expect(await accessibilityFaults(page), name).toEqual([]);
    await keepScreenshot(page, `/en-${name}-not-loaded`, false);
  };
  // Decoration (sky, clip, toaster) breaks nothing else.
  await expect(alert).toHaveCount(0);

  await context.setOffline(true);
  await page.getByRole('button', { name: en.home.contact.ask, exact: true }).click();
  await saysSo('popup');
  await expect(page.getByRole('heading', { level: 1, name: 'Come in.' })).toBeVisible();
  await context.setOffline(false);
  await again.click();
  // The popup is in the address, so the page that is loaded again opens it.
  await page.getByRole('dialog', { name: en.question.title }).waitFor();
  await untilDialogListens(page);
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Learn/ })
    .first()
    .click();
  await saysSo('screen');
  await again.click();
  await alert.getByText('Still no').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Come in.' }).waitFor();
  await page.goForward();
  await alert.waitFor();
  await context.setOffline(false);
  await again.click();
  await page.getByRole('heading', { level: 1, name: 'Six short videos' }).waitFor();
  // It may have been loaded again, and its links are the browser's until it is alive.
  await untilAlive(page);

  // The other language: in the loaded one.
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'NL' }).click();
  await line.waitFor();
  await context.setOffline(false);
  await again.click();
  await page.getByRole('heading', { level: 1, name: 'Zes korte' }).waitFor();
});

test('a logo that does not load is said in the console, and nowhere else', async () => {
  const logged: string[] = [];
  const { page } = await visit({
    path: '/logos',
    before: async (opening) => {
      opening.on('console', (message) => {
        if (message.type() === 'error') logged.push(message.text());
      });
      await opening.route('**/logos/key.svg', (route) => route.abort());
    },
  });
  await expect.poll(() => logged).toContain('The logo /media/logos/key.svg could not be loaded.');
  const logos = page.getByRole('main').locator('img');
  await expect(logos).toHaveCount(6);
  await expect(logos.first()).toHaveAttribute('width', '60');
  await expect(logos.first()).toHaveAttribute('height', '60');
});

test("a page's screen loads when its link is pointed at", async () => {
  const { page } = await visit({ path: '/en' });
  const asked = page.waitForRequest(/\/assets\/learn\.route-/);
  await page.getByRole('main').getByRole('link', { name: en.home.tiles.learn, exact: true }).hover();
  await asked;
  expect(pathOf(page)).toBe('/en');
});

test('shows that the next page is on its way while its file is', async () => {
  const { page } = await visit({ path: '/en' });
  let release!: () => void;
  const released = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/learn\.route-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: en.home.tiles.learn, exact: true }).click();
  await page.locator('main[aria-busy=true]').waitFor();
  await page.locator('.busy-bar').waitFor();
  release();
  await page.getByRole('heading', { level: 1, name: 'Six short videos' }).waitFor();
  await page.locator('main[aria-busy=false]').waitFor();
  await page.locator('.busy-bar').waitFor({ state: 'detached' });
});

test('on a slow line a page whose scripts are in the cache comes alive once it is whole', async () => {
  const { page, faults } = await visit({ path: '/nl/legal' });
  const session = await page.context().newCDPSession(page);
  const limitTo = (downloadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput,
    });
  // Bytes a second: the page takes four, and is painted after the first.
  await limitTo(2_000);
  await page.goto('/nl', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('domcontentloaded');
  await limitTo(-1);
  await untilAlive(page);
  expect(faults).toEqual([]);
});
