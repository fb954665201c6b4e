import { expect, test } from './test.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, pathOf, untilAlive, visit, oneOfEachPair } from './site.js';

test('back, forward and reload show each page again, without a fault', async () => {
  const { page, faults } = await visit({ path: '/en' });
  const headline = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Learn', exact: true }).click();
  await headline('Six short videos');
  await page.getByRole('banner').getByRole('link', { name: 'Book a free call' }).click();
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

test.describe('a part that does not come through', () => {
  for (const [path, ...words] of oneOfEachPair([
    ['/en', /^Learn/, "This part of the site didn't load.", 'Try again', 'Still no', 'Six short videos'],
    ['/nl', /^Leren/, 'Dit deel van de site is niet geladen.', 'Probeer opnieuw', 'Nog steeds', 'Zes korte'],
  ]))
    test(`a screen, from ${path}: says so, can be tried again, and leaves the way back`, async () => {
      const [link, line, again, still, headline] = words;
      const { context, page } = await visit({ path });
      await context.setOffline(true);
      await page.getByRole('main').getByRole('link', { name: link }).first().click();
      await page.getByRole('alert').getByRole('heading', { name: line }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepScreenshot(page, `${path}-not-loaded`, false);
      await page.getByRole('button', { name: again }).click();
      await page.getByRole('alert').getByText(still).waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: /^(Come in|Kom binnen)/ }).waitFor();
      await page.goForward();
      await page.getByRole('alert').waitFor();
      await context.setOffline(false);
      await page.getByRole('button', { name: again }).click();
      await page.getByRole('heading', { level: 1, name: headline }).waitFor();
    });

  test('a popup: says so over the page, which stays', async () => {
    const { context, page } = await visit({ path: '/en' });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Ask a question', exact: true }).click();
    await page.getByRole('alert').getByText("This part of the site didn't load.").waitFor();
    await expect(page.getByRole('heading', { level: 1, name: 'Come in.' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, '/en-popup-not-loaded', false);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask a question', exact: true }).click();
    await page.getByRole('dialog', { name: 'Ask away' }).waitFor();
  });

  test('the other language: says so in the loaded one', async () => {
    const { context, page } = await visit({ path: '/en' });
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: 'NL' }).click();
    await page.getByRole('alert').getByText("This part of the site didn't load.").waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kom binnen.' }).waitFor();
  });

  test('decoration (sky, clip, toaster): breaks nothing else', async () => {
    const { page } = await visit({
      path: '/en',
      before: (opening) => opening.route(/\/assets\/sky|hero-loop/, (route) => route.abort()),
    });
    await page.getByRole('main').getByRole('button', { name: 'Agents', exact: true }).click();
    await page.getByRole('dialog', { name: 'Lights on soon' }).waitFor();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
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

for (const [path, unknown] of oneOfEachPair([
  ['/privacy', 'Unknown'],
  ['/nl/privacy', 'Onbekend'],
]))
  test(`${path} shows the visitor’s address, or ${unknown} where it cannot be looked up`, async () => {
    const { page } = await visit({ path });
    await page.getByText(/^(127\.0\.0\.1|::1|\d+\.\d+\.\d+\.\d+)$/).waitFor();
    await page.route('**/api/ip', (route) => route.abort());
    await page.reload();
    await page.getByText(unknown, { exact: true }).waitFor();
  });

test('shows that the next page is on its way while its file is', async () => {
  const { page } = await visit({ path: '/en' });
  let release!: () => void;
  const released = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/learn\.route-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: 'Learn', exact: true }).click();
  await page.locator('main[aria-busy=true]').waitFor();
  await page.locator('.busy-bar').waitFor();
  release();
  await page.getByRole('heading', { level: 1, name: 'Six short videos' }).waitFor();
  await page.locator('main[aria-busy=false]').waitFor();
  await page.locator('.busy-bar').waitFor({ state: 'detached' });
});
