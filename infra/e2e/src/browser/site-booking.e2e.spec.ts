import type { Locator, Page } from 'playwright';
import { expect, test } from './test.js';
import {
  answerCall,
  newContext,
  oneOfEachPair,
  openVisitor,
  pathOf,
  readToast,
  runUntilShown,
  scrolledTo,
  untilAlive,
  visit,
} from './site.js';

/** A calendar that tells the page around it that it lives, as Calendly's does. */
function answerCalendar(page: Page) {
  return page.route('https://calendly.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script>parent.postMessage({}, "*")</script>' }),
  );
}

function cutOffCalendar(page: Page) {
  return page.route('https://calendly.com/**', (route) => route.abort('connectionrefused'));
}

for (const [path, open, benefits, expected] of oneOfEachPair([
  [
    '/booking',
    'Show the calendar',
    ['30-minute conversation', 'One-on-one', 'Flexible scheduling', 'Expert guidance'],
    [
      'Analysis of current processes',
      'Identification of automation opportunities',
      'Concrete recommendations for AI integration',
      'Roadmap for implementation',
    ],
  ],
  [
    '/nl/booking',
    'Toon de agenda',
    ['Gesprek van 30 minuten', 'Eén-op-één', 'Flexibel in te plannen', 'Deskundig advies'],
    [
      'Analyse van de huidige processen',
      'Zicht op wat er te automatiseren valt',
      'Concrete aanbevelingen voor de inzet van AI',
      'Een stappenplan voor de invoering',
    ],
  ],
]))
  test.describe(path, () => {
    test('names four benefits and four things to expect, and keeps a calendar that answers', async () => {
      const { page, faults } = await visit({
        path,
        clock: 'stopped',
        before: answerCalendar,
      });
      await expect(page.getByRole('term')).toHaveText(benefits);
      const list = page.getByRole('region', { name: /^(What can you expect|Wat kun je verwachten)/ });
      await expect(list.getByRole('listitem')).toHaveText(expected);
      expect(faults).toEqual([]);

      const spoke = page.evaluate(
        'new Promise((resolve) => addEventListener("message", resolve, { once: true }))',
      );
      await page.getByRole('button', { name: open }).click();
      const frame = page.locator('iframe');
      await expect(frame).toHaveAttribute('height', '700');
      await expect(frame).toHaveAttribute('src', /^https:\/\/calendly\.com\/.+embed_domain=/);
      await spoke;
      await page.clock.runFor(60_000);
      await expect(frame).toBeVisible();
      await expect(
        page.getByRole('heading', { name: /^(Propose a time|Stel een moment voor)$/ }),
      ).toHaveCount(0);
    });
  });

for (const [path, open, title, words, language, success] of oneOfEachPair([
  [
    '/booking',
    'Show the calendar',
    'Propose a time',
    ['Your email', 'When would suit you?', 'Send these times', 'Thursday morning'],
    'ENG',
    ['Success!', "I'll confirm your time by email within 24 hours."],
  ],
  [
    '/nl/booking',
    'Toon de agenda',
    'Stel een moment voor',
    ['Je e-mailadres', 'Wanneer komt het jou uit?', 'Stuur deze momenten', 'donderdagochtend'],
    'NL',
    ['Gelukt!', 'Ik bevestig je moment binnen 24 uur per mail.'],
  ],
]))
  test(`${path} with the calendar cut off proposes a time after 4 s, and says what is promised`, async () => {
    const [email = '', time = '', submit = '', when = ''] = words;
    const { page } = await visit({ path, clock: 'stopped', before: cutOffCalendar });
    const sent = await answerCall(page, '/api/setups-inquiry', 202, { id: '1' });
    await page.getByRole('button', { name: open }).click();
    await page.locator('iframe').waitFor({ state: 'attached' });
    await page.clock.runFor(4_000);
    await page.getByRole('heading', { name: title }).waitFor();

    const send = page.getByRole('button', { name: submit });
    await expect(send).toBeDisabled();
    await page.getByLabel(email).fill('you@example.org');
    await page.getByLabel(time).fill(when);
    await send.click();
    await expect.poll(() => readToast(page)).toEqual(success);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ kind: 'proposal', email: 'you@example.org', idea: when, language });
    await page.getByText(/^(It's in|Het ligt op de mat)\.$/).waitFor();
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  });

test('is left for the top of home', async () => {
  const { page } = await visit({ path: '/nl/booking' });
  await page.getByRole('link', { name: 'Terug naar home' }).click();
  await expect.poll(() => pathOf(page)).toBe('/nl');
  await page.getByRole('heading', { level: 1, name: 'Kom binnen' }).waitFor();
  await expect.poll(() => scrolledTo(page)).toBe(0);
});

for (const [name, place] of [
  ['hero', '#home'],
  ['meeting card', '#contact'],
] as const)
  test.describe(`the ${name} of home`, () => {
    test('opens the calendar over the page, and stays while it answers', async () => {
      const { page } = await visit({ path: '/en', clock: 'stopped', before: answerCalendar });
      const spoke = page.evaluate(
        'new Promise((resolve) => addEventListener("message", resolve, { once: true }))',
      );
      await page.locator(place).getByRole('button', { name: 'Book a free call' }).click();
      const dialog = page.getByRole('dialog', { name: 'Pick a time' });
      await runUntilShown(page, dialog.locator('iframe'));
      // The company that gets the entered data.
      await expect(dialog.getByText("This calendar is calendly.com's.")).toBeVisible();
      await spoke;
      await page.clock.runFor(10_000);
      await expect(page.getByRole('dialog')).toHaveCount(1);
      expect(pathOf(page)).toBe('/en');
    });
  });

/** Layout shifts, except just after a click or a key. */
const countShifts = (page: Page) =>
  page.addInitScript(`
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
/** Layout shift; words move by a pixel when their font arrives (0.002), a card that grows counts for 0.1 and more. */
const shiftsOf = (page: Page) => page.evaluate<number>('window.shifts');
const card = (page: Page) => page.getByRole('region', { name: /^(The calendar|De agenda)$/ });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

for (const path of oneOfEachPair(['/nl/booking', '/booking']))
  test.describe(`the calendar card of ${path}`, () => {
    for (const width of [1440, 1100])
      test(`is next to the headline at ${width} px, and grows on the click`, async () => {
        const { page } = await visit({
          path,
          width,
          before: async (opening) => {
            await countShifts(opening);
            await answerCalendar(opening);
          },
        });
        const [heading, closed] = [
          await boxOf(page.getByRole('heading', { level: 1 })),
          await boxOf(card(page)),
        ];
        const button = card(page).getByRole('button');
        expect(closed.height).toBe(320);
        expect(closed.x).toBeGreaterThan(heading.right);
        expect(closed.y).toBeLessThan(heading.y);
        await expect.poll(async () => (await boxOf(button)).bottom).toBeLessThan(900);
        // The drawing of the bell is in it.
        await expect(button.locator('svg')).toHaveCount(1);
        await expect
          .poll(async () => (await boxOf(page.getByRole('term').first())).y)
          .toBeGreaterThan(closed.bottom);
        await button.click();
        await page.locator('iframe').waitFor();
        await expect.poll(async () => (await boxOf(card(page))).height).toBe(700);
        await expect.poll(() => shiftsOf(page)).toBeLessThan(0.01);
      });

    for (const width of [375, 320])
      test(`has its button in the first 600 px of a phone (${width} px)`, async () => {
        const { page } = await visit({ path, width });
        await page.setViewportSize({ width, height: 667 });
        await expect
          .poll(async () => (await boxOf(card(page).getByRole('button'))).bottom)
          .toBeLessThanOrEqual(600);
        await expect.poll(async () => (await boxOf(card(page))).height).toBe(320);
      });

    for (const width of [1440, 375])
      test(`is whole from the first paint where it was opened before (${width} px)`, async () => {
        let comesThrough!: () => void;
        const letThrough = new Promise<void>((done) => (comesThrough = done));
        const { page } = await openVisitor('en-GB');
        await page.setViewportSize({ width, height: 900 });
        await page.addInitScript(`localStorage.setItem('calendar_consent', 'calendly.com')`);
        await countShifts(page);
        await answerCalendar(page);
        // All but the small script in the head, which the first paint waits for.
        await page.route('**/assets/app-*.js', async (route) => {
          await letThrough;
          await route.continue();
        });
        await page.goto(path, { waitUntil: 'commit' });
        await page.getByRole('contentinfo').waitFor();
        await expect.poll(async () => (await boxOf(card(page))).height).toBe(700);
        await expect(card(page).getByRole('button')).toHaveCount(0);
        comesThrough();
        await page.locator('iframe').waitFor();
        await untilAlive(page);
        await expect.poll(async () => (await boxOf(card(page))).height).toBe(700);
        await expect.poll(() => shiftsOf(page)).toBeLessThan(0.01);
      });

    test('names an address to write to where no script runs', async () => {
      const context = await newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(path);
      await card(page).getByRole('link', { name: 'hello@voordeur.example' }).waitFor();
      await expect(card(page).getByRole('button')).toHaveCount(0);
    });
  });

test('the consent given by the bell is remembered for the same host only, and taken back on the privacy page', async () => {
  const { page } = await visit({ path: '/nl/booking', before: answerCalendar });
  await card(page).getByRole('button').click();
  await page.locator('iframe').waitFor();
  await page.reload();
  await page.locator('iframe').waitFor();

  await page.goto('/nl/privacy');
  await page.getByRole('button', { name: 'Vraag het de volgende keer weer' }).click();
  await page.getByText('De volgende keer wacht de agenda tot je op de knop drukt.').waitFor();
  await page.goto('/nl/booking');
  await untilAlive(page);
  await card(page).getByRole('button').waitFor();
  await page.evaluate(`localStorage.setItem('calendar_consent', 'elsewhere.example')`);
  await page.reload();
  await untilAlive(page);
  await expect(page.locator('iframe')).toHaveCount(0);
});
