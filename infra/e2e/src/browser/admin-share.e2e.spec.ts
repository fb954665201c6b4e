import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScroll, visit } from './site.js';
import { logIn } from './stack.js';

const { en } = messages;
const words = messages.en.admin.access;

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
  await owner.getByRole('button', { name: en.admin.analytics.shareView }).click();
  await owner.getByLabel(words.nameOfLink).fill('The accountant');
  await owner.getByLabel(words.password).fill('kitchen table');
  await owner.getByRole('button', { name: words.createLink }).click();
  const address = await owner.getByLabel(words.link, { exact: true }).inputValue();
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
  await page.getByLabel(en.admin.shared.password).fill('kitchen table');
  await page.getByRole('button', { name: en.admin.shared.open }).click();
  await page.getByRole('heading', { name: 'The accountant' }).waitFor();
  await page.getByRole('heading', { name: en.admin.analytics.sessions }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  // It isn't counted as a visit, its token is in no address, and nothing of the admin is asked for.
  expect(calls.filter((url) => /\/api\/visit|\/api\/admin\/(?!translations)/.test(url))).toEqual([]);
  expect(calls.join(' ')).not.toContain(new URL(address).hash.slice(1));

  await owner.goto('/admin/sharing');
  await owner.getByRole('button', { name: 'Revoke The accountant' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: words.revoke }).click();
  await owner.getByText('The accountant no longer works.', { exact: true }).waitFor();
  await page.getByRole('button', { name: en.admin.refresh }).click();
  await page.getByText('This link doesn').waitFor();
});
