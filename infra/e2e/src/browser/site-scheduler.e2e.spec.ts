import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { type Manner, startScheduler } from './little-scheduler.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, oneOfEachPair, pathOf, runUntilShown, visit } from './site.js';

/*
 * The calendar of another party, as real servers play it. The page cannot tell a server that hangs from one that fails,
 * refuses or forbids to be framed: only a message says that a calendar is there, so all four must end alike.
 */
let scheduler: Awaited<ReturnType<typeof startScheduler>>;
test.beforeAll(async () => {
  scheduler = await startScheduler();
});
test.afterAll(() => scheduler.close());

const silent: Manner[] = ['hanging', 'refusing', 'failing', 'unframeable'];
const frame = (page: Page) => page.locator('iframe');
const bell = (page: Page) => page.getByRole('button', { name: /^(Show the calendar|Toon de agenda)$/ });

/** Never shown before it has answered: the error page that a browser draws instead isn't ours. */
async function open(manner: Manner, path: string, width = 1440) {
  const visitor = await visit({ browser: scheduler.meet(manner), path, width, clock: 'stopped' });
  await visitor.page.setViewportSize({ width, height: width < 640 ? 667 : 900 });
  return visitor;
}

for (const [path, [loading, title], meeting, home] of oneOfEachPair([
  ['/booking', ['Loading the calendar…', 'Propose a time'], 'Book a free call', '/en'],
  ['/nl/booking', ['De agenda wordt geladen…', 'Stel een moment voor'], 'Boek een gesprek', '/nl'],
] as const))
  test.describe(path, () => {
    for (const manner of silent)
      test(`with a calendar that is ${manner} has the form in its place after 4 s`, async () => {
        const { page } = await open(manner, path);
        await bell(page).click();
        await page.getByText(loading).waitFor();
        await frame(page).waitFor({ state: 'attached' });
        const card = page.getByRole('region', { name: /^(The calendar|De agenda)$/ });
        await expect.poll(async () => (await card.boundingBox())?.height).toBe(700);
        await expect(frame(page)).toBeHidden();
        await page.clock.runFor(3_999);
        await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
        await page.clock.runFor(1);
        await expect(page.getByRole('heading', { name: title })).toBeFocused();
        await expect(card.getByRole('textbox')).toHaveCount(2);
        await expect(frame(page)).toBeHidden();
      });

    for (const manner of oneOfEachPair(silent))
      test(`with a calendar that is ${manner} the popup of home holds the form after 4 s`, async () => {
        const { page } = await open(manner, home);
        await page.locator('#contact').getByRole('button', { name: meeting }).click();
        const dialog = page.getByRole('dialog');
        await runUntilShown(page, dialog.getByText(loading));
        await frame(page).waitFor({ state: 'attached' });
        await expect(frame(page)).toBeHidden();
        await page.clock.runFor(4_000);
        await expect(page.getByRole('heading', { name: title })).toBeFocused();
        await expect(dialog.getByRole('textbox')).toHaveCount(2);
        await expect(frame(page)).toBeHidden();
        await page.clock.runFor(20_000);
        await expect(dialog).toHaveCount(1);
        expect(pathOf(page)).toBe(home);
      });
  });

for (const path of ['/en', '/nl'])
  test(`${path} goes to the booking page where the script of its popups fails`, async () => {
    const { page } = await visit({
      path,
      before: (opening) => opening.route('**/assets/home-popups-*.js', (route) => route.abort()),
    });
    await page
      .getByRole('button', { name: /^(Book a free call|Boek een gesprek)$/ })
      .first()
      .click();
    await bell(page).waitFor();
    expect(pathOf(page)).toBe(path === '/nl' ? '/nl/booking' : '/booking');
  });

test('a calendar that answers is shown, and nothing else', async () => {
  const { page } = await open('answering', '/booking');
  await bell(page).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Tuesday' }).waitFor();
  await expect(frame(page)).toHaveAttribute('height', '700');
  await expect.poll(async () => (await frame(page).boundingBox())?.height).toBe(700);
  await page.clock.runFor(10_000);
  await expect(page.getByText(/isn't loading|Loading the calendar/)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Propose a time' })).toHaveCount(0);
});

test('a calendar that answers late takes no form away, and can be had by a click', async () => {
  const { page } = await open('hanging', '/en');
  await page.getByRole('button', { name: 'Book a free call' }).last().click();
  await runUntilShown(page, page.getByText('Loading the calendar…'));
  await frame(page).waitFor({ state: 'attached' });
  await page.clock.runFor(4_000);
  await page.getByLabel('When would suit you?').fill('Thursday');
  scheduler.answerHeld();
  await page.getByText('The calendar has loaded after all.').waitFor();
  await expect(page.getByLabel('When would suit you?')).toHaveValue('Thursday');
  await page.getByRole('button', { name: 'Show the calendar' }).click();
  await frame(page).waitFor({ state: 'visible' });
});

for (const [path, width] of oneOfEachPair([
  ['/booking', 1440],
  ['/nl/booking', 375],
]))
  test(`${path} at ${width} px is accessible while the calendar is away`, async () => {
    const { page } = await open('refusing', path, width);
    await bell(page).click();
    await page.clock.runFor(4_000);
    await page.clock.resume();
    await page.getByRole('heading', { name: /^(Propose a time|Stel een moment voor)$/ }).waitFor();
    await keepScreenshot(page, `${path}-calendar-form-${width}`, false);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
