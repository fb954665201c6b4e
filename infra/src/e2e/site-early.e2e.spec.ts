import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, newVisitor } from './browser.js';
import { answerCall, pathOf, readToast, untilAlive } from './site.js';
import { stack } from './stack.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page whose app does not come before it is let through. */
async function openWithoutApp(path: string) {
  const { context, page } = await newVisitor(browser, stack.baseUrl, 'en-GB');
  let comesThrough!: () => void;
  const letThrough = new Promise<void>((done) => (comesThrough = done));
  const html = await (await fetch(stack.baseUrl + path)).text();
  const app = /<link rel="later"[^>]*href="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(app).toMatch(/^\/assets\/.+\.js$/);
  await page.route(`**${app}`, async (route) => {
    await letThrough;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  return { context, page, comesThrough };
}

describe('what is done before the app is there', () => {
  it('a button of the page opens its popup once', async () => {
    const { context, page, comesThrough } = await openWithoutApp('/en');
    await page.getByRole('button', { name: 'Ask a question', exact: true }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    comesThrough();
    await page.getByRole('dialog').waitFor();
    await untilAlive(page);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await context.close();
  });

  it('a toggle is pressed once', async () => {
    const { context, page, comesThrough } = await openWithoutApp('/en');
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    comesThrough();
    await page.getByRole('button', { name: 'Close the menu' }).waitFor();
    await untilAlive(page);
    expect(await page.getByRole('button', { name: 'Close the menu' }).count()).toBe(1);
    await context.close();
  });

  it('a button of a page that comes in its own file is heard too', async () => {
    const { context, page, comesThrough } = await openWithoutApp('/learn');
    await page.getByRole('button', { name: /Video 2/ }).click();
    comesThrough();
    await page.getByRole('dialog').waitFor();
    await context.close();
  });

  it.each([
    ['/en', 'Subscribe', '/api/newsletter-signup'],
    ['/aanmelding-prompt', 'Open the door', '/api/prompt-signup'],
  ])('%s: a form is sent as it was filled in', async (path, submit, call) => {
    const { context, page, comesThrough } = await openWithoutApp(path);
    const sent = await answerCall(page, call, 202, { documentUrl: '/terms-en.pdf?expires=1&sig=x' });
    await page.getByLabel('Email address').fill('you@example.org');
    await page.getByRole('button', { name: submit }).click();
    expect(pathOf(page)).toBe(path);
    comesThrough();
    expect(await readToast(page)).not.toEqual([]);
    expect(sent).toMatchObject([{ email: 'you@example.org', language: 'ENG' }]);
    // The whole age of the page: nobody is taken for a program for being early.
    expect(sent[0]?.['elapsedMs']).toBeGreaterThan(0);
    expect(pathOf(page)).toBe(path);
    await context.close();
  });

  it('what was filled in before is sent as it stands', async () => {
    const { context, page, comesThrough } = await openWithoutApp('/en');
    const sent = await answerCall(page, '/api/newsletter-signup', 202);
    await page.getByLabel('Email address').fill('you@example.org');
    comesThrough();
    await untilAlive(page);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await readToast(page);
    expect(sent).toMatchObject([{ email: 'you@example.org' }]);
    await context.close();
  });
});
