import type { Page } from 'playwright';
import { thorough } from './browser.js';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScroll, visit, widths } from './site.js';
import { logIn, stack } from './stack.js';

/** No other test's browser is called so. */
const vivaldi =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Vivaldi/7.0.1';

async function open(width = 1440): Promise<Page> {
  const { token } = await logIn();
  const { page } = await visit({
    path: '/admin/security',
    width,
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  await page.getByText('this one').waitFor();
  return page;
}

test.describe('the security screen', () => {
  for (const width of thorough ? widths : [375, 1440])
    test(`is whole and readable at ${width} px`, async () => {
      const page = await open(width);
      await page.getByText('Logged in', { exact: true }).first().waitFor();
      await page.getByLabel('Secret key').fill(stack.adminKey);
      await page.getByRole('button', { name: 'Set it up' }).click();
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
    });

  test('is reached from the foot of every screen, and ends a session of another browser', async () => {
    const page = await open();
    const { token } = await logIn(stack.baseUrl, stack.adminKey, vivaldi);
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Security', exact: true }).click();
    await page.getByRole('heading', { name: 'Open sessions' }).waitFor();
    await page.getByRole('button', { name: 'End the session of Vivaldi, Linux' }).click();
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${stack.baseUrl}/api/admin/session`, { headers })).status;
    };
    await expect.poll(statusOf).toBe(401);
  });
});
