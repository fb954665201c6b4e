import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScroll, visit } from './site.js';
import { logIn } from './stack.js';

async function openAdmin(path: string): Promise<Page> {
  const { token } = await logIn();
  const { page } = await visit({
    path,
    width: 1440,
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  return page;
}

test('a link with a password opens in another browser, on a phone too, until it is revoked', async () => {
  const owner = await openAdmin('/admin/analytics?last=7d');
  await owner.getByRole('button', { name: 'Share this view' }).click();
  await owner.getByLabel("Who it's for").fill('The accountant');
  await owner.getByLabel('Password (optional)').fill('kitchen table');
  await owner.getByRole('button', { name: 'Create link' }).click();
  const address = await owner.getByLabel('Link', { exact: true }).inputValue();
  expect(new URL(address).pathname).toBe('/shared');

  const calls: string[] = [];
  const { page } = await visit({
    path: address.replace(new URL(address).origin, ''),
    width: 375,
    before: (opened) => {
      opened.on('request', (request) => calls.push(request.url()));
      return Promise.resolve();
    },
  });
  await page.getByLabel('Password').fill('kitchen table');
  await page.getByRole('button', { name: 'Show the figures' }).click();
  await page.getByRole('heading', { name: 'The accountant' }).waitFor();
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  // It isn't counted as a visit, its token is in no address, and nothing of the admin is asked for.
  expect(calls.filter((url) => /\/api\/visit|\/api\/admin\/(?!translations)/.test(url))).toEqual([]);
  expect(calls.join(' ')).not.toContain(new URL(address).hash.slice(1));

  await owner.goto('/admin/security');
  await owner.getByRole('button', { name: 'Revoke The accountant' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await owner.getByText('The accountant no longer works.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('This link doesn').waitFor();
});
