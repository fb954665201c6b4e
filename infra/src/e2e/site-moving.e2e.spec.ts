import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.js';
import { visit, widths } from './site.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it.each([
  ['/learn', /Video 2/, 'Shall I hold the door?', 'Email address', 'Keep watching', 'Watched 2:00'],
  ['/nl/learn', /Video 2/, 'Zal ik de deur openhouden?', 'E-mailadres', 'Kijk verder', 'Gekeken 2:00'],
])(
  '%s: a view from 5 s on under one id, the gate at 120 s, once',
  async (path, card, title, email, submit, watched) => {
    const { context, page } = await visit(browser, { path, clock: true });
    const views: { watchDuration: number; viewId: string }[] = [];
    await page.route('**/api/video-view', (route) => {
      views.push(route.request().postDataJSON() as (typeof views)[number]);
      return route.fulfill({ status: 202, body: '{"id":"1"}' });
    });
    await page.route('**/api/video-signup', (route) => route.fulfill({ status: 202, body: '{"id":"1"}' }));
    await page.getByRole('button', { name: card }).click();
    await page.getByRole('dialog').waitFor();
    await page.clock.runFor(119_000);
    await page.clock.runFor(1_000);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText(watched).waitFor();
    expect(views[0]?.watchDuration).toBe(5);
    expect(new Set(views.map(({ viewId }) => viewId)).size).toBe(1);

    expect(await page.getByRole('button', { name: submit }).isDisabled()).toBe(true);
    await page.getByLabel(email).fill('anything');
    await page.getByRole('button', { name: submit }).click();
    await page.getByRole('heading', { name: title }).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
    await context.close();
  },
);

it.each([
  [375, 1],
  [768, 2],
  [1440, 3],
])('at %i px the carousel shows %i, and stops at its ends', async (width, cards) => {
  const { context, page } = await visit(browser, { path: '/learn', width });
  const shown = page.getByRole('button', { name: /^Play/ });
  expect(await shown.count()).toBe(cards);
  expect(await page.getByRole('button', { name: 'Previous videos' }).isDisabled()).toBe(true);
  for (let step = cards; step < 6; step += cards)
    await page.getByRole('button', { name: 'Next videos' }).click();
  expect(await page.getByRole('button', { name: 'Next videos' }).isDisabled()).toBe(true);
  expect(await shown.last().getAttribute('aria-label')).toContain('Video 6');
  await context.close();
});

describe('the bar', () => {
  it.each(widths)('at %i px is solid after 50 px, and leads to a section and back', async (width) => {
    const { context, page } = await visit(browser, { path: '/learn', width });
    const menu = page.getByRole('button', { name: 'Open the menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(500);
    expect(await page.locator('header[data-solid]').count()).toBe(1);
    await page.goBack();
    await page.getByRole('heading', { name: 'Six short videos' }).waitFor();
    await context.close();
  });
});

it('asks for the calendar on a click only, and proposes a time when it says nothing for 6 s', async () => {
  const { context, page, faults } = await visit(browser, { path: '/booking', clock: true });
  await page.route('https://calendly.com/**', (route) => route.abort());
  expect(faults).toEqual([]);
  await page.getByRole('button', { name: 'Show the calendar' }).click();
  expect(await page.locator('iframe').getAttribute('height')).toBe('700');
  await page.clock.runFor(6_000);
  await page.getByRole('heading', { name: 'Propose a time' }).waitFor();
  await context.close();
});

it('keeps the calendar when it speaks', async () => {
  const { context, page } = await visit(browser, { path: '/booking', clock: true });
  await page.route('https://calendly.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script>parent.postMessage({}, "*")</script>' }),
  );
  const spoke = page.evaluate(
    'new Promise((resolve) => addEventListener("message", resolve, { once: true }))',
  );
  await page.getByRole('button', { name: 'Show the calendar' }).click();
  await spoke;
  await page.clock.runFor(7_000);
  expect(await page.getByRole('heading', { name: 'Propose a time' }).count()).toBe(0);
  await context.close();
});
