import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, pathOf, visit } from './site.js';

const { nl } = messages;

// Every link and every answer is shown in web/src/site/{confirm,unsubscribe}.browser.spec.tsx.

test('the link of a letter unsubscribes on a press, in the language of its address', async () => {
  const { page } = await visit({ path: '/nl/unsubscribe?email=a%2Bb%40example.org' });
  expect(pathOf(page)).toBe('/nl/afmelden?email=a%2Bb%40example.org');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  const main = page.getByRole('main');
  await main.getByText('a+b@example.org').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await main.getByRole('button', { name: nl.unsubscribe.submit }).click();
  await main.getByText(nl.unsubscribe.done).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a forged key is refused by the server itself, and the letter is one click away', async () => {
  const { page } = await visit({ path: '/nl/bevestigen?token=forged.by.hand' });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: nl.confirm.submit }).click();
  await page.getByRole('status').getByText('Deze link klopt niet').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const link = main.getByRole('link');
  await expect(link).toHaveAttribute('href', '/nl#contact');
  await link.click();
  await expect.poll(() => pathOf(page)).toBe('/nl');
  await page.getByRole('heading', { name: nl.home.contact.headline }).waitFor();
});
