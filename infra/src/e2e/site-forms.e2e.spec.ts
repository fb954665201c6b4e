import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.js';
import { accessibilityFaults, visit } from './site.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const inquiries = [
  [
    '/en',
    /^Setups/,
    'Your email',
    'What eats your week?',
    'Send your idea',
    'Your idea has been submitted successfully',
  ],
  ['/nl', /^Setups/, 'Je e-mailadres', 'Wat slokt je week op?', 'Verstuur je idee', 'Je idee is verstuurd'],
  [
    '/en',
    'Ask a question',
    'Your email',
    'Your question',
    'Send your question',
    'Your question has been submitted successfully',
  ],
  ['/nl', 'Stel een vraag', 'Je e-mailadres', 'Je vraag', 'Verstuur je vraag', 'Je vraag is verstuurd'],
] as const;

describe.each(inquiries)('on %s, the form behind %s', (path, opener, email, idea, submit, success) => {
  it('sends, says so, closes itself, reminds of the spam folder and gives focus back', async () => {
    const { context, page, faults } = await visit(browser, { path, width: 375 });
    const button = page.getByRole('button', { name: opener, exact: true }).first();
    await button.click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: submit });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel(email).fill('you@');
    await dialog.getByLabel(idea).fill('Every Friday I copy forty orders.');
    await send.click();
    expect(await dialog.getByLabel(email).getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);

    await dialog.getByLabel(email).fill(`you-${Date.now()}@example.org`);
    const sent = page.waitForRequest('**/api/setups-inquiry');
    await send.click();
    const request = await sent;
    expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    const body = request.postDataJSON() as Record<string, unknown>;
    expect(body).toMatchObject({ website: '', language: path === '/nl' ? 'NL' : 'ENG' });
    expect(body['elapsedMs']).toBeGreaterThan(0);
    await page.getByText(success).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Kijk ook even in je spam').first().waitFor();
    expect(
      await button.evaluate(
        (element: unknown) =>
          element === Reflect.get(Reflect.get(globalThis, 'document') as object, 'activeElement'),
      ),
    ).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('keeps what was typed, and its key, when the server fails', async () => {
  const { context, page } = await visit(browser, { path: '/en' });
  const keys: (string | undefined)[] = [];
  await page.route('**/api/setups-inquiry', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? route.fulfill({ status: 503, body: '{}' }) : route.abort();
  });
  await page.getByRole('button', { name: 'Ask a question', exact: true }).click();
  await page.getByLabel('Your email').fill('you@example.org');
  await page.getByLabel('Your question').fill('Does it run without you?');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await page.getByRole('button', { name: 'Send your question' }).click();
    await page.getByText('Failed to submit your question. Please try again.').first().waitFor();
  }
  expect(await page.getByLabel('Your question').inputValue()).toBe('Does it run without you?');
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await context.close();
});

it.each([
  [
    '/unsubscribe?email=a%2Bb%40example.org',
    { email: 'a+b@example.org' },
    'Unsubscribe',
    'You have been unsubscribed!',
  ],
  ['/nl/afmelden?email=a@example.org', { email: 'a@example.org' }, 'Afmelden', 'Je bent afgemeld!'],
  ['/nl/unsubscribe?token=abc', { token: 'abc' }, 'Afmelden', 'Je bent afgemeld!'],
])('%s unsubscribes on a click and never before', async (path, body, button, done) => {
  const { context, page } = await visit(browser, { path });
  const sent = page.waitForRequest('**/api/unsubscribe');
  await page.route('**/api/unsubscribe', (route) => route.fulfill({ status: 202, body: '{"id":"1"}' }));
  await page.getByRole('main').getByRole('button', { name: button }).click();
  expect((await sent).postDataJSON()).toEqual(body);
  await page.getByText(done).first().waitFor();
  await context.close();
});

it('opens the guide for an address, with its two buttons and its frame', async () => {
  const { context, page } = await visit(browser, { path: '/aanmelding-prompt' });
  const documentUrl = '/terms-en.pdf?expires=1&sig=x';
  await page.route('**/api/prompt-signup', (route) =>
    route.fulfill({
      status: 202,
      contentType: 'application/json',
      body: JSON.stringify({ id: '1', documentUrl }),
    }),
  );
  await page.getByRole('button', { name: 'Open the door' }).click();
  await page.getByText('Please enter a valid email address').first().waitFor();
  await page.getByLabel('Email address').fill('you@example.org');
  await page.getByRole('button', { name: 'Open the door' }).click();
  await page.getByText('You now have access to the document').first().waitFor();
  expect(await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(documentUrl);
  expect(await page.locator('iframe').getAttribute('height')).toBe('600');
  await context.close();
});
