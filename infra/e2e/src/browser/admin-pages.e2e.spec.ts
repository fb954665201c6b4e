import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScrolls, visit } from './site.js';
import { logIn } from './stack.js';

const { en, nl } = messages;

// The figures, in all their tabs, are in admin-analytics. One text: axe takes 45 s for all of them.
for (const path of [
  '/admin',
  '/admin/leads',
  '/admin/calendar',
  '/admin/subscribers',
  '/admin/deliveries',
  '/admin/translations?key=learn.lead',
  '/admin/site',
  '/admin/setup',
  '/admin/notifications',
  '/admin/mail',
  '/admin/sharing',
  '/admin/security',
  '/admin/no-such-screen',
])
  test(`${path} has no accessibility faults, and scrolls sideways at no width, in both languages`, async () => {
    const { token } = await logIn();
    const { page } = await visit({
      path,
      before: (opened) =>
        opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
    });
    for (const [language, logout] of [
      ['Nederlands', en.admin.session.logout],
      ['English', nl.admin.session.logout],
    ] as const) {
      await page.getByRole('button', { name: logout, exact: true }).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      expect(await sidewaysScrolls(page)).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 375, height: 812 });
      await page.getByRole('button', { name: language }).click();
    }
  });

test('the login has no accessibility faults, and scrolls sideways at no width', async () => {
  const { page } = await visit({ path: '/admin' });
  await page.getByLabel(en.admin.login.secretKey).waitFor();
  expect(await sidewaysScrolls(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
});
