import { messages } from '@voordeur/contracts/messages';
import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, openVisitor, sidewaysScroll, untilAlive, widths } from './site.js';
import { logIn, stack } from './stack.js';
import { untilDialogListens } from './waits.js';

const email = `reader-${Date.now().toString(36)}@example.org`;
const sentence = messages.nl.newsletter.consent;
let token: string;

test.beforeAll(async () => {
  ({ token } = await logIn());
  const form = { email, language: 'NL', consent: sentence, timestamp: new Date().toISOString() };
  const response = await fetch(`${stack.baseUrl}/api/newsletter-signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  expect(response.status).toBe(202);
});

/** The owner's list, with the new reader in it. */
async function open(width: number) {
  const visitor = await openVisitor('en-GB');
  await visitor.page.setViewportSize({ width, height: 900 });
  await visitor.context.addInitScript(
    `localStorage.getItem('admin_session_token') ?? localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`,
  );
  await visitor.page.goto('/admin/subscribers');
  await untilAlive(visitor.page);
  await search(visitor.page, email);
  return visitor;
}

/** A worker may still be storing the signup, so the list is asked for until it's there. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel('Search', { exact: true }).fill(text);
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return page.getByRole('button', { name: text }).count();
    })
    .toBe(1);
}

for (const width of widths)
  test(`lists a reader with the sentence that the form showed, at ${width} px`, async () => {
    const { page, faults } = await open(width);
    expect(await sidewaysScroll(page)).toBe(0);
    await keepScreenshot(page, `/admin-subscribers-${width}-en`, false);
    await page.getByRole('button', { name: email }).click();
    const dialog = page.getByRole('dialog', { name: 'Consent' });
    await dialog.getByText(sentence).waitFor();
    await untilDialogListens(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, `/admin-subscribers-consent-${width}-en`, false);
    await dialog.getByRole('link', { name: 'To the sign-up' }).click();
    await page.getByRole('heading', { level: 1, name: email }).waitFor();
    await page.getByText(sentence).waitFor();
    expect(faults).toEqual([]);
  });

test('saves what is shown as CSV', async () => {
  const { page } = await open(1440);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('subscribers.csv');
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const lines = Buffer.concat(parts).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${email},confirmed,NL,${sentence},`);
});

test('says in Dutch too that a list is empty or a search found nobody', async () => {
  const { page } = await open(768);
  await page.getByRole('button', { name: 'Nederlands' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nieuwsbrief' }).waitFor();
  await page.getByLabel('Zoeken', { exact: true }).fill('nobody has this address');
  await page.getByText('Geen adres dat hieraan voldoet').waitFor();
});
