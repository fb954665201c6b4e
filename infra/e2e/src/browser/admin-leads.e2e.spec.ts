import type { LeadsPage } from '@voordeur/contracts/http';
import type { Page, Request, Response } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, openVisitor, sidewaysScroll, untilAlive } from './site.js';
import { logIn, stack } from './stack.js';

const { en } = messages;

let token: string;
/** Unique to this run: the stack may hold leads of other tests. */
const run = `run${Date.now().toString(36)}`;
const emailOf = (name: string) => `${name}-${run}@example.org`;

const hostile = {
  markup: '<img src=x onerror="window.hit=1"><script>window.hit=1</script><b>bold</b> {x} {{7*7}}',
  rightToLeft: 'العربية \u202egnp.exe\u202c \u2066left\u2069 שלום',
  zeroWidth: 'a\u200b\u200d\ufeffb 👩‍👩‍👧‍👦 Z̡̢a̧l̨g̛o̕',
  long: 'x'.repeat(4_900),
};

test.beforeAll(async () => {
  ({ token } = await logIn());
  await send({ email: emailOf('first'), idea: 'Forty orders, copied every Friday.', language: 'ENG' });
  await send({ email: emailOf('second'), idea: 'Mijn planning staat in vier lijsten.', language: 'NL' });
  await send({ email: emailOf('spam'), idea: 'Buy now', language: 'ENG', website: 'http://example.org' });
  for (const [name, idea] of Object.entries(hostile)) {
    await send({ email: emailOf(`hostile-${name.toLowerCase()}`), idea, language: 'NL', kind: 'question' });
  }
  await expect.poll(() => find(run)).toHaveLength(7);
});

async function send(form: object): Promise<void> {
  const response = await fetch(`${stack.baseUrl}/api/setups-inquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'setups', timestamp: new Date().toISOString(), ...form }),
  });
  expect(response.status).toBe(202);
}

async function find(q: string): Promise<LeadsPage['leads']> {
  const response = await fetch(`${stack.baseUrl}/api/admin/leads?q=${q}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as LeadsPage).leads;
}

interface Entry {
  width?: number;
  /** Typed into the search of the leads. */
  q?: string;
}

/** The owner, logged in. */
async function enter(path: string, { width = 1440, q }: Entry = {}) {
  const visitor = await openVisitor('en-GB');
  await visitor.page.setViewportSize({ width, height: 900 });
  await visitor.context.addInitScript(
    `localStorage.getItem('admin_session_token') ?? localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`,
  );
  await visitor.page.goto(path);
  await untilAlive(visitor.page);
  if (q !== undefined) {
    await Promise.all([visitor.page.waitForResponse(asksFor(q)), searchField(visitor.page).fill(q)]);
    // Else keys would be typed into it.
    await searchField(visitor.page).blur();
  }
  return visitor;
}

const searchField = (page: Page) => page.getByLabel(en.admin.leads.search, { exact: true });
const asksFor = (q: string) => (of: Request | Response) => new URL(of.url()).searchParams.get('q') === q;

const list = (page: Page) => page.getByRole('list', { name: en.admin.leads.title });

test('the inbox has a lead with its clock, and the CSV of what is shown', async () => {
  const { page, faults } = await enter('/admin/leads', { q: run });
  await list(page).getByText('Forty orders').waitFor();
  await expect(list(page).getByRole('listitem')).toHaveCount(6); // the quarantined one is not among the new
  await list(page).getByText('Answer within 23 hours').first().waitFor();
  await list(page).getByRole('checkbox').first().check();
  await page.getByRole('group', { name: en.admin.leads.withSelected }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel(en.admin.leads.language).selectOption('ENG');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.admin.leads.csv }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('leads.csv');
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const lines = Buffer.concat(parts).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(emailOf('first'));
  expect(faults).toEqual([]);
});

test('the search loses no letter that is typed while it is on its way into the history', async () => {
  const { page } = await enter('/admin/leads', { q: run });
  await list(page).waitFor();
  await page.evaluate(`(() => {
    const { replaceState } = history;
    history.replaceState = (...given) => {
      history.replaceState = replaceState;
      replaceState.apply(history, given);
      const field = document.querySelector('input[type=search]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, field.value + 'c');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
  })()`);
  const search = searchField(page);
  await Promise.all([page.waitForRequest(asksFor(`${run}abc`)), search.fill(`${run}ab`)]);
  await expect(search).toHaveValue(`${run}abc`);
});

test('a lead can be answered by email, and its person erased', async () => {
  const [lead] = await find(emailOf('first'));
  const { page, faults } = await enter(`/admin/leads/${lead?.id ?? ''}`);
  await page.getByRole('heading', { level: 1, name: emailOf('first') }).waitFor();
  // The reply quotes it.
  await page.getByText('Forty orders, copied every Friday.', { exact: true }).waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: en.admin.lead.reply }).getAttribute('href'))
    .toContain(`mailto:${emailOf('first')}?subject=`);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: en.admin.person.erase }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 lead', { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('Type the address').fill('you@example.org');
  await dialog.getByRole('button', { name: en.admin.person.eraseAll }).click();
  await dialog.getByText('This isn’t the one above').waitFor();
  await dialog.getByLabel('Type the address').fill(emailOf('first').toUpperCase());
  await dialog.getByRole('button', { name: en.admin.person.eraseAll }).click();
  await page.getByText('Nothing about this person').first().waitFor();
  expect(await find(emailOf('first'))).toEqual([]);
  await list(page).waitFor();
  // The screen that is left doesn't ask for its lead again.
  expect(faults.filter((fault) => fault.includes('404'))).toEqual([]);
  await page.goto(`/admin/leads/${lead?.id ?? ''}`);
  await page.getByText("There's no such lead").waitFor();
});

test('a lead shows what a stranger wrote as the text that it is, at 375 px', async () => {
  const { page, faults } = await enter('/admin/leads', { width: 375, q: run });
  await list(page).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  for (const [name, idea] of Object.entries(hostile)) {
    const [lead] = await find(emailOf(`hostile-${name.toLowerCase()}`));
    await page.goto(`/admin/leads/${lead?.id ?? ''}`);
    const text = page.locator('section', { hasText: en.admin.lead.text }).locator('p[dir=auto]');
    await text.waitFor();
    await expect.poll(() => text.evaluate('document.querySelector("p[dir=auto]").textContent')).toBe(idea);
    await expect.poll(() => page.evaluate('window.hit')).toBeUndefined();
    expect(await sidewaysScroll(page)).toBe(0);
  }
  expect(faults).toEqual([]);
});

// Last: it ends the session of this file.
test('keeps a typed note and reply over a reload, and erases them with the logout', async () => {
  const [lead] = await find(emailOf('second'));
  const { page } = await enter(`/admin/leads/${lead?.id ?? ''}`);
  const note = page.getByLabel(en.admin.lead.note);
  const reply = page.getByLabel(en.admin.reply.text, { exact: true });
  await note.fill('Ring on Friday');
  await reply.fill('Yes, on Friday.');
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe('Ring on Friday');
  await expect.poll(() => reply.inputValue()).toBe('Yes, on Friday.');
  await page.getByRole('button', { name: en.admin.session.logout }).click();
  await page.getByLabel(en.admin.login.secretKey).waitFor();
  await expect.poll(() => page.evaluate("sessionStorage.getItem('admin_drafts')")).toBeNull();
});
