import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, openVisitor, sidewaysScroll, untilAlive } from './site.js';
import { logIn, stack } from './stack.js';
import { untilDialogListens } from './waits.js';

const { en } = messages;

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

test('the list has a reader with the sentence that the form showed, at 375 px, and is saved as CSV', async () => {
  const { context, page, faults } = await openVisitor('en-GB');
  await page.setViewportSize({ width: 375, height: 900 });
  await context.addInitScript(
    `localStorage.getItem('admin_session_token') ?? localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`,
  );
  await page.goto('/admin/subscribers');
  await untilAlive(page);
  await page.getByLabel(en.admin.leads.search, { exact: true }).fill(email);
  // A worker may still be storing the signup, so the list is asked for until it's there.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: en.admin.refresh }).click();
      return page.getByRole('button', { name: email }).count();
    })
    .toBe(1);
  expect(await sidewaysScroll(page)).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.admin.leads.csv }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('subscribers.csv');
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const lines = Buffer.concat(parts).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${email},confirmed,NL,${sentence},`);

  await page.getByRole('button', { name: email }).click();
  const dialog = page.getByRole('dialog', { name: en.admin.subscribers.consent });
  await dialog.getByText(sentence).waitFor();
  await untilDialogListens(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('link', { name: en.admin.subscribers.lead }).click();
  await page.getByRole('heading', { level: 1, name: email }).waitFor();
  await page.getByText(sentence).waitFor();
  expect(faults).toEqual([]);
});
