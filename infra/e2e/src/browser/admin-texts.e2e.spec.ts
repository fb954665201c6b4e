import type { Locator, Page, Response } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScrolls, untilAlive, visit } from './site.js';
import { logIn, stack } from './stack.js';

const words = messages.en.admin.translations;

let token: string;
// Once: nginx lets an address log in 30 times a minute, and the owner's other tests do at the same time.
test.beforeAll(async () => {
  ({ token } = await logIn());
});
// Each test leaves the built-in text.
test.afterEach(() => save('learn.lead', ''));

const url = `${stack.baseUrl}/api/admin/translations`;

async function save(key: string, value: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key, value, language: 'en' }),
  });
  if (!answer.ok) throw new Error(`saving answered ${answer.status}: ${await answer.text()}`);
}

async function textOf(key: string, language: 'en' | 'nl' = 'en'): Promise<string> {
  const answer = await fetch(`${url}/manage`, { headers: { authorization: `Bearer ${token}` } });
  const texts = (await answer.json()) as Record<string, unknown>;
  const text = key
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], texts[language]);
  return String(text);
}

// As a person's browser asks, which the figures don't count: their tests run at the same time.
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const readPage = async () => (await fetch(`${stack.baseUrl}/learn`, { headers })).text();

/** The editor, with a session, showing a search's results. */
async function openEditor(search = 'learn.lead'): Promise<Page> {
  const { page } = await visit({
    path: `/admin/translations?key=${search}`,
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  await untilListed(page);
  return page;
}

const untilListed = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: / of \d+ texts/ })
    .waitFor();

const editEnglish = (page: Page, key = 'learn.lead') =>
  page.getByRole('button', { name: `Edit ${key}, English` });
const field = (page: Page, key = 'learn.lead') => page.getByLabel(`${key}, English`, { exact: true });
/** Presses it; returns the status of the answer. */
async function press(button: Locator): Promise<number> {
  const isAnswer = (response: Response) =>
    response.url().startsWith(url) && response.request().method() !== 'GET';
  const [answer] = await Promise.all([button.page().waitForResponse(isAnswer), button.click()]);
  return answer.status();
}
const saveButton = (page: Page) => page.getByRole('button', { name: words.save, exact: true });

test('a text is saved once: the second tab is shown both, and the history takes it back', async () => {
  const builtIn = await textOf('learn.lead');
  const first = await openEditor();
  const second = await first.context().newPage();
  await second.goto('/admin/translations?key=learn.lead');
  await untilAlive(second);
  await untilListed(second);
  for (const tab of [first, second]) await editEnglish(tab).click();
  await field(first).fill('Of the first tab');
  await field(second).fill('Of the second tab');
  expect(await press(saveButton(first))).toBe(200);
  await expect.poll(readPage).toContain('Of the first tab');
  await first.getByText(words.pagesCurrent).waitFor();
  expect(await press(saveButton(second))).toBe(412);
  const moved = second.getByRole('alert').filter({ hasText: 'changed elsewhere' });
  await moved.getByText('Of the first tab', { exact: true }).waitFor();
  await expect(moved.locator('del')).toHaveText('removed: first');
  await expect(moved.locator('ins')).toHaveText('added: second');
  await second.getByRole('button', { name: words.takeTheirs }).click();
  const list = second.getByRole('list', { name: words.list });
  await list.getByText('Of the first tab', { exact: true }).waitFor();
  await list.getByRole('button', { name: words.where }).click();
  await expect(list.getByRole('link', { name: /^\/learn/ })).toHaveAttribute('href', '/learn');

  await second.getByRole('button', { name: 'History of learn.lead, English' }).click();
  const last = second.getByRole('list', { name: words.history }).getByRole('listitem').first();
  await last.getByText('first').waitFor();
  await save('learn.lead', 'Of nobody');
  const undo = (name: string) => press(last.getByRole('button', { name, exact: true }));
  expect(await undo(words.undo)).toBe(412);
  await last.getByRole('alert').filter({ hasText: 'replaces the later change' }).waitFor();
  await editEnglish(second).click();
  expect(await accessibilityFaults(second)).toEqual([]);
  expect(await sidewaysScrolls(second)).toEqual([]);
  expect(await undo(words.undoAnyway)).toBe(200);
  // Its own line in the history, with the replaced text.
  await last.locator('del').filter({ hasText: 'nobody' }).waitFor();
  expect(await textOf('learn.lead')).toBe(builtIn);
});

test('a file of texts is shown before it is taken, and what was changed is saved as one', async () => {
  const page = await openEditor();
  await page.getByRole('button', { name: words.import.open, exact: true }).click();
  const texts = { en: { learn: { lead: 'From a file', gone: 'x' } } };
  await page.getByLabel(words.import.file).setInputFiles({
    name: 'texts.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(texts)),
  });
  await page.getByText('1 text would change.').waitFor();
  await page.getByText('learn.gone (en)').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change 1 text' }).click();
  const exportChanges = page.getByRole('button', { name: words.exportChanged });
  await exportChanges.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), exportChanges.click()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({
    en: { learn: { lead: 'From a file' } },
    nl: {},
  });
});

test.describe('the page next to the editor', () => {
  const live = (page: Page) => page.getByRole('region', { name: words.live.title });
  const framed = (page: Page) => live(page).locator('iframe').contentFrame();
  const lit = (page: Page) => framed(page).locator('[data-in-place="lit"]');

  test('has the sentence lit, as it is being written, and a press on one selects its row', async () => {
    const key = 'home.hero.lead';
    const before = await textOf(key);
    const page = await openEditor(key);
    await expect(lit(page)).toHaveText(before);
    await expect(lit(page)).toBeVisible();
    await editEnglish(page, key).click();
    await field(page, key).fill('Watch first');
    await expect(lit(page)).toHaveText('Watch first');
    await page.getByRole('button', { name: words.cancel }).click();
    await expect(lit(page)).toHaveText(before);
    await page.getByRole('button', { name: `Show ${key}, Dutch, on its page` }).click();
    await expect(lit(page)).toHaveText(await textOf(key, 'nl'));

    await framed(page).locator('h1 [data-in-place]').first().click();
    const headline = page.getByLabel('home.hero.headline, Dutch', { exact: true });
    await expect(headline).toBeFocused();
    await headline.fill('Loop door');
    // A list: the headline is lit in two parts until this one is there.
    await expect(lit(page)).toHaveText(['Loop door']);
  });

  test('says when a text is not on it as it opens, or too long for it on a phone', async () => {
    const page = await openEditor('question.title');
    await live(page).getByText(words.live.notSeen).waitFor();
    await expect(lit(page)).toHaveCount(0);
    await framed(page)
      .getByRole('button', { name: /question/i })
      .first()
      .click();
    await framed(page).getByRole('dialog').getByRole('heading').click();
    await expect(field(page, 'question.title')).toBeFocused();
    await expect(lit(page)).toHaveText(await textOf('question.title'));
    await expect(live(page).getByText(words.live.notSeen)).toHaveCount(0);

    const key = 'home.hero.book';
    await page.getByRole('searchbox', { name: words.search }).fill(key);
    await editEnglish(page, key).click();
    await field(page, key).fill('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen');
    const warning = page.getByText(
      /^Too long for its place on a phone: at 375 px it sticks out by \d+ pixels/,
    );
    await warning.waitFor();
    await field(page, key).fill('Book a call');
    await expect(warning).toHaveCount(0);
  });
});
