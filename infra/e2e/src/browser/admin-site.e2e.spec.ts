import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, visit } from './site.js';
import { logIn, stack } from './stack.js';

const words = messages.en.admin.yourSite;
const number = '+31 20 765 4321';

let token: string;
test.beforeAll(async () => {
  ({ token } = await logIn());
});

// As a person's browser asks, which the figures don't count: their tests run at the same time.
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const readBooking = async () => (await fetch(`${stack.baseUrl}/booking`, { headers })).text();

test('the frame shows a setting that is typed, visitors see one that is saved, and the history undoes it', async () => {
  const { page } = await visit({
    path: '/admin/site',
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  const price = page.getByRole('group', { name: words.price, exact: true }).getByLabel('English');
  const was = await price.inputValue();
  await price.fill('It costs a song.');
  const look = page.getByRole('region', { name: words.look }).locator('iframe').contentFrame();
  await look.locator('#home').getByText('It costs a song.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await price.fill(was);
  await expect(look.getByText('It costs a song.')).toHaveCount(0);

  await page.getByLabel(words.phone).fill(number);
  const who = page.getByRole('region', { name: words.who, exact: true });
  await who.getByRole('button', { name: words.save, exact: true }).click();
  await who.getByText(words.saved).waitFor();
  await expect.poll(readBooking).toContain(number);

  await page.getByText(words.history, { exact: true }).click();
  const last = page.getByRole('list', { name: words.history }).getByRole('listitem').first();
  await last.getByText(number).waitFor();
  await last.getByRole('button', { name: messages.en.admin.translations.undo, exact: true }).click();
  await expect.poll(readBooking).not.toContain(number);
  await expect(page.getByLabel(words.phone)).toHaveValue('');
});
