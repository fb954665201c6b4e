import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.js';
import { answerCall, pathOf, readToast, runUntilShown, scrolledTo, visit } from './site.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A calendar that tells the page around it that it lives, as Calendly's does. */
function answerCalendar(page: Page) {
  return page.route('https://calendly.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script>parent.postMessage({}, "*")</script>' }),
  );
}

function cutOffCalendar(page: Page) {
  return page.route('https://calendly.com/**', (route) => route.abort('connectionrefused'));
}

describe.each([
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
])('%s', (path, open, benefits, expected) => {
  it('names four benefits and four things to expect, and keeps a calendar that answers', async () => {
    const { context, page, faults } = await visit(browser, {
      path,
      clock: 'stopped',
      before: answerCalendar,
    });
    expect(await page.getByRole('term').allInnerTexts()).toEqual(benefits);
    const list = page.getByRole('region', { name: /^(What can you expect|Wat kun je verwachten)/ });
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual(expected);
    expect(faults).toEqual([]);

    const spoke = page.evaluate(
      'new Promise((resolve) => addEventListener("message", resolve, { once: true }))',
    );
    await page.getByRole('button', { name: open }).click();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('height')).toBe('700');
    expect(await frame.getAttribute('src')).toMatch(/^https:\/\/calendly\.com\/.+embed_domain=/);
    await spoke;
    await page.clock.runFor(60_000);
    expect(await frame.count()).toBe(1);
    expect(await page.getByRole('heading', { name: /^(Propose a time|Stel een moment voor)$/ }).count()).toBe(
      0,
    );
    await context.close();
  });
});

it.each([
  [
    '/booking',
    'Show the calendar',
    'Propose a time',
    ['Your email', 'When would suit you?', 'Send your proposal', 'Thursday morning'],
    'ENG',
    'Proposed time for a consultation: Thursday morning',
    ['Success!', "I'll confirm your time by email within 24 hours."],
  ],
  [
    '/nl/booking',
    'Toon de agenda',
    'Stel een moment voor',
    ['Je e-mailadres', 'Wanneer komt het jou uit?', 'Verstuur je voorstel', 'donderdagochtend'],
    'NL',
    'Voorgesteld moment voor een gesprek: donderdagochtend',
    ['Gelukt!', 'Ik bevestig je moment binnen 24 uur per mail.'],
  ],
])(
  '%s with the calendar cut off proposes a time after 6 s, which becomes a question',
  async (path, open, title, words, language, idea, success) => {
    const [email = '', time = '', submit = '', when = ''] = words;
    const { context, page } = await visit(browser, { path, clock: 'stopped', before: cutOffCalendar });
    const sent = await answerCall(page, '/api/setups-inquiry', 202, { id: '1' });
    await page.getByRole('button', { name: open }).click();
    await page.locator('iframe').waitFor();
    await page.clock.runFor(5_999);
    expect(await page.locator('iframe').count()).toBe(1);
    await page.clock.runFor(1);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);

    const send = page.getByRole('button', { name: submit });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel(email).fill('you@example.org');
    await page.getByLabel(time).fill(when);
    await send.click();
    await expect.poll(() => readToast(page)).toEqual(success);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ kind: 'question', email: 'you@example.org', idea, language });
    expect(await page.getByLabel(time).inputValue()).toBe('');
    await context.close();
  },
);

it('is left for the top of home', async () => {
  const { context, page } = await visit(browser, { path: '/nl/booking' });
  await page.getByRole('link', { name: 'Terug naar home' }).click();
  await expect.poll(() => pathOf(page)).toBe('/nl');
  await page.getByRole('heading', { level: 1, name: 'Kom binnen' }).waitFor();
  expect(await scrolledTo(page)).toBe(0);
  await context.close();
});

describe('the meeting card of home', () => {
  it('opens the calendar over the page, and stays while it answers', async () => {
    const { context, page } = await visit(browser, { path: '/en', clock: 'stopped', before: answerCalendar });
    const spoke = page.evaluate(
      'new Promise((resolve) => addEventListener("message", resolve, { once: true }))',
    );
    await page.getByRole('button', { name: 'Book a free call' }).click();
    await runUntilShown(page, page.getByRole('dialog', { name: 'Pick a time' }).locator('iframe'));
    await spoke;
    await page.clock.runFor(10_000);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(pathOf(page)).toBe('/en');
    await context.close();
  });

  it.each([
    ['/en', 'Book a free call', '/booking'],
    ['/nl', 'Boek een gesprek', '/nl/booking'],
  ])('on %s goes to the booking page when the calendar is cut off', async (path, button, booking) => {
    const { context, page } = await visit(browser, { path, clock: 'stopped', before: cutOffCalendar });
    await page.getByRole('button', { name: button }).click();
    await runUntilShown(page, page.getByRole('dialog').locator('iframe'));
    await page.clock.runFor(6_000);
    await expect.poll(() => pathOf(page)).toBe(booking);
    await runUntilShown(page, page.getByRole('button', { name: /^(Show the calendar|Toon de agenda)$/ }));
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });
});
