import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScrolls, visit } from './site.js';
import { logIn, stack } from './stack.js';

const { en } = messages;

/** No other test's browser is called so. */
const vivaldi =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Vivaldi/7.0.1';

test('the security screen is reached from the foot, ends a session of another browser, and shows a QR code', async () => {
  const { token } = await logIn();
  const { token: other } = await logIn(stack.baseUrl, stack.adminKey, vivaldi);
  const { page } = await visit({
    path: '/admin',
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  await page.getByRole('link', { name: en.admin.security.title, exact: true }).click();
  await page.getByText(en.admin.security.own).waitFor();
  await page.getByRole('button', { name: 'End the session of Vivaldi, Linux' }).click();
  const statusOf = async () => {
    const headers = { authorization: `Bearer ${other}` };
    return (await fetch(`${stack.baseUrl}/api/admin/session`, { headers })).status;
  };
  await expect.poll(statusOf).toBe(401);
  await page.getByText(en.admin.security.eventLogin, { exact: true }).first().waitFor();
  await page.getByLabel(en.admin.login.secretKey).fill(stack.adminKey);
  await page.getByRole('button', { name: en.admin.security.factorBegin }).click();
  await page.getByRole('img', { name: en.admin.security.qr }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScrolls(page)).toEqual([]);
});
