import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { accepted, buttonOf, fillForm, formsOfSite } from './forms-of-site.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, answerCall, oneOfEachPair, readToast, runUntilShown, visit } from './site.js';

type State = [name: string, path: string, reach: (page: Page) => Promise<unknown>];

const main = (page: Page) => page.getByRole('main');
const clickIn = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name }).last().click();

const openDialog = async (page: Page, name: string | RegExp) => {
  await clickIn(page, name);
  await runUntilShown(page, page.getByRole('dialog'));
};

/** Each form filled in and refused by the server: an open dialog or card, an error toast over it. */
const refused: State[] = oneOfEachPair(formsOfSite).map((form) => [
  `${form.name.replaceAll(', in ', '-')}-refused`,
  form.path,
  async (page) => {
    await answerCall(page, '/api/video-view', 202, { id: '1' });
    await answerCall(page, form.call, 503);
    await form.open(page);
    await fillForm(page, form);
    await buttonOf(page, form).click();
    await readToast(page);
  },
]);

/** Forms whose success stays on the page. */
const done: State[] = formsOfSite
  .filter(({ call }) => /newsletter|prompt/.test(call))
  .map((form) => [
    `${form.name.replaceAll(', in ', '-')}-done`,
    form.path,
    async (page) => {
      await answerCall(page, form.call, 202, accepted);
      await fillForm(page, form);
      await buttonOf(page, form).click();
      await readToast(page);
    },
  ]);

const calendar = '<!doctype html><title>A calendar</title><script>parent.postMessage({}, "*")</script>';
const answerCalendar = (page: Page) =>
  page.route('https://calendly.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: calendar }),
  );

const states: State[] = [
  ...refused,
  ...done,
  ...oneOfEachPair<State>([
    ['agents-open', '/en', (page) => openDialog(page, 'Agents')],
    ['agents-open', '/nl', (page) => openDialog(page, 'Agents')],
    ['intro-open', '/en', (page) => openDialog(page, 'Watch the intro')],
    ['intro-open', '/nl', (page) => openDialog(page, 'Bekijk de intro')],
    ['letter-invalid', '/en', (page) => clickIn(page, 'Subscribe')],
    ['letter-invalid', '/nl', (page) => clickIn(page, 'Aanmelden')],
    ['video-open', '/learn', (page) => openDialog(page, /Video 1/)],
    ['video-open', '/nl/learn', (page) => openDialog(page, /Video 1/)],
  ]),
  ['window-turned', '/en', (page) => clickIn(page, 'Turn the window')],
  ['paused', '/en', (page) => page.getByRole('button', { name: 'Pause motion' }).click()],
  [
    'tooltip',
    '/en',
    async (page) => {
      await page.getByRole('list', { name: 'Find me elsewhere' }).getByRole('link').first().hover();
      await page.clock.runFor(700);
      await page.locator('.tooltip').waitFor();
    },
  ],
  [
    'calendar-open',
    '/en',
    async (page) => {
      await answerCalendar(page);
      await clickIn(page, 'Book a free call');
      await runUntilShown(page, page.getByRole('dialog').locator('iframe'));
    },
  ],
  [
    'calendar-open',
    '/nl/booking',
    async (page) => {
      await answerCalendar(page);
      await clickIn(page, 'Toon de agenda');
      await page.locator('iframe').waitFor();
    },
  ],
  ['terms', '/legal', (page) => main(page).getByRole('link', { name: 'Terms' }).click()],
  ['addressed', '/unsubscribe?email=you@example.org', (page) => main(page).getByRole('button').waitFor()],
  [
    'done',
    '/nl/afmelden?email=you@example.org',
    async (page) => {
      await answerCall(page, '/api/unsubscribe', 202, { id: '1' });
      await main(page).getByRole('button').click();
      await readToast(page);
    },
  ],
  ['asked', '/nl/bevestigen?token=x', (page) => main(page).getByRole('button').waitFor()],
  [
    'expired',
    '/confirm?token=x',
    async (page) => {
      await answerCall(page, '/api/newsletter-confirm', 410, { code: 'confirmation-expired' });
      await main(page).getByRole('button').click();
      await main(page).getByRole('link').waitFor();
    },
  ],
  ['not-found', '/no-such-house', (page) => page.getByText('no house with this number').waitFor()],
  ['not-found', '/nl/geen-huis', (page) => page.getByText('Dit huisnummer').waitFor()],
];

for (const [name, path, reach] of oneOfEachPair(states))
  test(`${name} on ${path} is accessible`, async () => {
    const { page } = await visit({ path, clock: 'stopped' });
    await reach(page);
    // axe waits on timers.
    await page.clock.resume();
    await keepScreenshot(page, `${path.split('?')[0] ?? ''}-${name}`, false);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

test('the offer of the other language is accessible on a narrow screen', async () => {
  const { page } = await visit({ path: '/nl/learn', locale: 'en-GB', width: 375 });
  await page.getByText('This page is also available in English.').waitFor();
  await keepScreenshot(page, '/nl/learn-offer-375', false);
  expect(await accessibilityFaults(page)).toEqual([]);
});
