import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { type Manner, startScheduler } from './little-scheduler.js';
import { keepScreenshot } from './screenshots.js';
import {
  accessibilityFaults,
  answerCalendar,
  countShifts,
  oneOfEachPair,
  openVisitor,
  pathOf,
  shiftsOf,
  untilAlive,
  visit,
} from './site.js';

const { en, nl } = messages;

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

for (const [path, loading, title] of oneOfEachPair([
  ['/booking', en.booking.loading, en.booking.proposeTitle],
  ['/nl/booking', nl.booking.loading, nl.booking.proposeTitle],
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
        if (manner !== 'refusing') return;
        await page.clock.resume();
        await keepScreenshot(page, `${path}-calendar-form`, false);
        expect(await accessibilityFaults(page)).toEqual([]);
      });
  });

test('/nl goes to the booking page where the script of its popups fails', async () => {
  const { page } = await visit({
    path: '/nl',
    before: (opening) => opening.route('**/assets/home-popups-*.js', (route) => route.abort()),
  });
  await page.getByRole('button', { name: nl.home.hero.book }).first().click();
  await bell(page).waitFor();
  expect(pathOf(page)).toBe('/nl/booking');
});

test('a calendar that answers is shown, and nothing else', async () => {
  const { page } = await open('answering', '/booking');
  await bell(page).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Tuesday' }).waitFor();
  await expect(frame(page)).toHaveAttribute('height', '700');
  await expect.poll(async () => (await frame(page).boundingBox())?.height).toBe(700);
  await page.clock.runFor(10_000);
  await expect(page.getByText(/isn't loading|Loading the calendar/)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: en.booking.proposeTitle })).toHaveCount(0);
  await page.clock.resume();
  expect(await accessibilityFaults(page)).toEqual([]);
});

for (const width of oneOfEachPair([1440, 375]))
  test(`the calendar is whole from the first paint where it was opened before (${width} px)`, async () => {
    let comesThrough!: () => void;
    const letThrough = new Promise<void>((done) => (comesThrough = done));
    const { page } = await openVisitor('en-GB');
    const card = page.getByRole('region', { name: en.booking.calendar });
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(`localStorage.setItem('calendar_consent', 'calendly.com')`);
    await countShifts(page);
    await answerCalendar(page);
    // All but the small script in the head, which the first paint waits for.
    await page.route('**/assets/app-*.js', async (route) => {
      await letThrough;
      await route.continue();
    });
    await page.goto('/booking', { waitUntil: 'commit' });
    await page.getByRole('contentinfo').waitFor();
    await expect.poll(async () => (await card.boundingBox())?.height).toBe(700);
    await expect(card.getByRole('button')).toHaveCount(0);
    comesThrough();
    await page.locator('iframe').waitFor();
    await untilAlive(page);
    await expect.poll(async () => (await card.boundingBox())?.height).toBe(700);
    await expect.poll(() => shiftsOf(page)).toBeLessThan(0.01);
  });
