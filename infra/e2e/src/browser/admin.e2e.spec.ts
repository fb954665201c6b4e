import { expect, test } from './test.js';
import { openVisitor } from './site.js';
import { logIn, stack } from './stack.js';

test('lets the owner in with her key, shows her the figures, and lets her out', async () => {
  const { page, faults } = await openVisitor('nl-NL');
  await page.goto('/admin/analytics');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin');

  await page.getByLabel('Secret key', { exact: false }).fill('not the key at all');
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  await page.getByText('Invalid credentials').first().waitFor();
  await page.getByLabel('Secret key', { exact: false }).fill(stack.adminKey);
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  // The screen that was asked for.
  await page.getByRole('heading', { name: 'Website Analytics', level: 1 }).waitFor();

  const { readAnalytics } = await logIn();
  const { summary } = await readAnalytics();
  await page.getByText(summary.total.toLocaleString('en')).first().waitFor();
  await expect(page.getByRole('link', { name: /DB-IP/ })).toHaveAttribute('href', 'https://db-ip.com');

  await page.reload();
  await page.getByRole('heading', { name: 'Website Analytics', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('You have been successfully logged out').first().waitFor();
  await page.goto('/admin/analytics');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin');
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});
