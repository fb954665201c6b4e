import type { Page, Request } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { visit } from './site.js';

const { en } = messages;

/** The calls that count something, from now on. */
function collectCounted(page: Page): string[] {
  const counted: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (['/api/visit', '/api/video-view', '/api/goal'].includes(pathname)) counted.push(pathname);
  });
  return counted;
}

test('a browser that asks not to be counted is not, on any page', async () => {
  let counted: string[] = [];
  const { page } = await visit({
    path: '/booking',
    before: async (opened) => {
      await opened.addInitScript(
        `Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });`,
      );
      counted = collectCounted(opened);
    },
  });
  await page.evaluate(`history.pushState(null, '', '/learn'); dispatchEvent(new PopStateEvent('popstate'))`);
  await expect.poll(() => page.title()).toContain('Learn');
  await page.goto('/privacy');
  await page.getByText(en.privacy.askedByBrowser).waitFor();
  expect(counted).toEqual([]);
});

test('a visitor who chooses not to be counted is not from then on, until they choose otherwise, and their forms say so', async () => {
  const { page } = await visit({ path: '/privacy' });
  await page.getByRole('button', { name: en.privacy.leaveOut }).click();
  await page.getByText(en.privacy.notCounted).waitFor();
  const counted = collectCounted(page);
  await page.goto('/');
  const sent = page.waitForRequest('**/api/newsletter-signup');
  const form = page.locator('form', { has: page.locator('[name=email]') }).last();
  await form.locator('[name=email]').fill(`a-${Date.now()}@example.org`);
  await form.locator('[name=email]').press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ notCounted: true });
  expect(counted).toEqual([]);

  await page.goto('/privacy');
  await page.getByRole('button', { name: en.privacy.countAgain }).click();
  const visited = page.waitForRequest('**/api/visit');
  await page.goto('/learn');
  await visited;
});
