import pg from 'pg';
import type { Locator, Page, Response } from 'playwright';
import { uuidv7 } from 'uuidv7';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScroll, sidewaysScrolls, untilAlive, visit } from './site.js';
import { logIn, stack } from './stack.js';

let token: string;
// Once: nginx lets an address log in 30 times a minute, and the owner's other tests do at the same time.
test.beforeAll(async () => {
  ({ token } = await logIn());
});
// Each test leaves the built-in texts.
test.afterEach(async () => {
  for (const language of ['en', 'nl'] as const) await save('learn.lead', '', language);
  await save('booking.pageTitle', '');
});

const url = `${stack.baseUrl}/api/admin/translations`;

async function save(key: string, value: string, language: 'en' | 'nl' = 'en'): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key, value, language }),
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
async function openEditor(search = 'learn.lead', width = 1440): Promise<Page> {
  const { page } = await visit({ path: '/admin', width });
  await page.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
  await showEditor(page, search);
  return page;
}

async function showEditor(page: Page, search: string): Promise<void> {
  await page.goto(`/admin/translations?key=${search}`);
  await untilAlive(page);
  await page.getByRole('heading', { name: 'Live Translations' }).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: / of \d+ texts/ })
    .waitFor();
}

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
const saveButton = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true });
const toast = (page: Page, title: string, description: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(`${title}${description}`);

test.describe('finding a text', () => {
  test('looks in keys and texts of both languages, in any case, and says when nothing matches', async () => {
    const page = await openEditor('');
    const search = page.getByRole('searchbox', { name: 'Search' });
    const list = page.getByRole('list', { name: 'Texts' }).getByRole('heading');
    await search.fill('LEARN.LEAD');
    await expect(list).toHaveText(['learn.lead']);
    await search.fill('no such words anywhere');
    await page.getByText('No translations found matching your search.').waitFor();
    await search.fill('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate<string>('document.activeElement.type')).toBe('search');
  });

  test('opens on the key of its link, and shows one language alone', async () => {
    const page = await openEditor();
    await page.getByRole('group', { name: 'Dutch' }).waitFor();
    await page.getByRole('radio', { name: 'English' }).check();
    await expect(page.getByRole('group', { name: 'Dutch' })).toHaveCount(0);
  });

  test('shows what differs from the built-in, and where a text is used', async () => {
    await save('learn.lead', 'Watch first');
    const page = await openEditor('');
    await page.getByLabel(/Only what I changed/).check();
    const list = page.getByRole('list', { name: 'Texts' });
    await expect(list.getByRole('heading')).toHaveText(['learn.lead']);
    await list.getByText('changed', { exact: true }).waitFor();
    await list.getByRole('button', { name: 'Where is this?' }).click();
    await expect(list.getByRole('link', { name: /^\/learn/ })).toHaveAttribute('href', '/learn');
  });
});

test.describe('changing a text', () => {
  test('saves it, says so, and keeps how it was', async () => {
    const page = await openEditor();
    const before = await textOf('learn.lead');
    await editEnglish(page).click();
    await field(page).fill('Watch first');
    await page.getByText("1 change isn't saved yet.").waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Success', 'Translation updated successfully').waitFor();
    expect(await textOf('learn.lead')).toBe('Watch first');

    await page.getByRole('button', { name: 'History of learn.lead, English' }).click();
    const last = page.getByRole('list', { name: 'History' }).getByRole('listitem').first();
    await last.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => textOf('learn.lead')).toBe(before);
  });

  test('is called off without a trace', async () => {
    const page = await openEditor();
    const before = await textOf('learn.lead');
    await editEnglish(page).click();
    await field(page).fill('Never mind');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page)).toHaveCount(0);
    await editEnglish(page).click();
    await expect(field(page)).toHaveValue(before);
    await field(page).press('Escape');
    await expect(field(page)).toHaveCount(0);
  });

  test('says what is wrong with a message and where, before it is sent', async () => {
    const page = await openEditor('booking.pageTitle');
    await editEnglish(page, 'booking.pageTitle').click();
    const typed = field(page, 'booking.pageTitle');
    await typed.fill('{product');
    await page
      .getByText('A curly brace is opened but not closed. Write it like {name}. Line 1, column 1.')
      .waitFor();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'Show where' }).click();
    await expect
      .poll(() =>
        page.evaluate<number[]>(
          '[document.activeElement.selectionStart, document.activeElement.selectionEnd]',
        ),
      )
      .toEqual([0, 1]);
    await typed.fill('{product, nonsense}');
    await page
      .getByText("What follows the name isn't a known type. Write just the name, like {name}.")
      .waitFor();
    await expect(page.getByText(/EXPECT_|INVALID_/)).toHaveCount(0);
    await typed.fill('Hello');
    await page.getByText('{product} is missing. Put it back where its value should appear.').waitFor();
    await typed.fill('Hello from {product}');
    await page.getByText('Hello from Voordeur').waitFor();
    await page.getByLabel('Sample for product').fill('Elsewhere');
    await page.getByText('Hello from Elsewhere').waitFor();
    await typed.press('Control+Enter');
    await toast(page, 'Success', 'Translation updated successfully').waitFor();
  });

  test('goes back to the built-in text', async () => {
    const builtIn = await textOf('learn.lead');
    await save('learn.lead', 'Watch first');
    const page = await openEditor();
    await editEnglish(page).click();
    await page.getByRole('button', { name: 'Back to the built-in text' }).click();
    await expect(field(page)).toHaveValue(builtIn);
    await expect(page.getByText(/^Still the built-in text/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Success', 'Translation updated successfully').waitFor();
    await expect(page.getByText('changed', { exact: true })).toHaveCount(0);
  });

  test('keeps what was typed when the save fails, and across screens of the admin', async () => {
    const page = await openEditor();
    await editEnglish(page).click();
    await field(page).fill('Typed with care');
    await page.route('**/api/admin/translations', (route) => route.abort());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Error', 'Failed to save translation').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { name: 'Good to see you' }).waitFor();
    await page.goBack();
    await expect(field(page)).toHaveValue('Typed with care');
  });
});

test.describe('two tabs', () => {
  const movedIn = (page: Page) => page.getByRole('alert').filter({ hasText: 'changed elsewhere' });

  test('the second to save is shown both texts, and keeps that of the first', async () => {
    const first = await openEditor();
    const second = await first.context().newPage();
    await showEditor(second, 'learn.lead');
    for (const tab of [first, second]) await editEnglish(tab).click();
    await field(first).fill('Of the first tab');
    await field(second).fill('Of the second tab');
    expect(await press(saveButton(first))).toBe(200);
    expect(await press(saveButton(second))).toBe(412);
    await movedIn(second).getByText('Of the first tab', { exact: true }).waitFor();
    await expect(movedIn(second).locator('del')).toHaveText('removed: first');
    await expect(movedIn(second).locator('ins')).toHaveText('added: second');
    await expect(field(second)).toHaveValue('Of the second tab');
    expect(await accessibilityFaults(second)).toEqual([]);

    await second.getByRole('button', { name: 'Keep the other version' }).click();
    const list = second.getByRole('list', { name: 'Texts' });
    await list.getByText('Of the first tab', { exact: true }).waitFor();
    await field(second).waitFor({ state: 'detached' });
    await second.getByText("isn't saved yet").waitFor({ state: 'detached' });
    expect(await textOf('learn.lead')).toBe('Of the first tab');
  });

  test('a text is forced over the one that was shown, and over no other', async () => {
    const page = await openEditor();
    await editEnglish(page).click();
    await field(page).fill('Mine');
    await save('learn.lead', 'Theirs');
    expect(await press(saveButton(page))).toBe(412);
    await movedIn(page).getByText('Theirs', { exact: true }).first().waitFor();
    await save('learn.lead', 'Theirs, again');
    expect(await press(saveButton(page, 'Save mine'))).toBe(412);
    await movedIn(page).getByText('Theirs, again', { exact: true }).first().waitFor();
    expect(await textOf('learn.lead')).toBe('Theirs, again');
    expect(await press(saveButton(page, 'Save mine'))).toBe(200);
    await toast(page, 'Success', 'Translation updated successfully').waitFor();
    expect(await textOf('learn.lead')).toBe('Mine');
  });

  test('an edit that was written over is taken back only at the owner’s word', async () => {
    const builtIn = await textOf('learn.lead');
    await save('learn.lead', 'Mine');
    const page = await openEditor();
    await page.getByRole('button', { name: 'History of learn.lead, English' }).click();
    const last = page.getByRole('list', { name: 'History' }).getByRole('listitem').first();
    await last.getByText('Mine').waitFor();
    await save('learn.lead', 'Theirs');
    const undo = (name: string) => press(last.getByRole('button', { name, exact: true }));
    expect(await undo('Undo')).toBe(412);
    await last.getByRole('alert').filter({ hasText: 'replaces the later change' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await textOf('learn.lead')).toBe('Theirs');
    expect(await undo('Undo anyway')).toBe(200);
    await toast(page, 'Success', 'Translation updated successfully').waitFor();
    expect(await textOf('learn.lead')).toBe(builtIn);
    // Its own line in the history, with the replaced text.
    await last.locator('del').filter({ hasText: 'Theirs' }).waitFor();
  });
});

test.describe('a file of texts', () => {
  test('is shown before it is taken, and taken', async () => {
    const page = await openEditor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const file = page.getByLabel('File');
    const give = (texts: unknown) =>
      file.setInputFiles({
        name: 'texts.json',
        mimeType: 'application/json',
        buffer: Buffer.from(typeof texts === 'string' ? texts : JSON.stringify(texts)),
      });
    await give('{');
    await page.getByText("This file isn't JSON.").waitFor();
    await give({ en: { booking: { pageTitle: 'No name' } } });
    await page.getByText('{product} is missing. Put it back where its value should appear.').waitFor();
    await give({ en: { learn: { lead: 'From a file', gone: 'x' } } });
    await page.getByText('1 text would change.').waitFor();
    await page.getByText('learn.gone (en)').waitFor();
    expect(await textOf('learn.lead')).not.toBe('From a file');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change 1 text' }).click();
    await toast(page, 'Success', '1 text changed').waitFor();
    expect(await textOf('learn.lead')).toBe('From a file');
  });

  test('is made of all texts, and of the changed ones', async () => {
    await save('learn.lead', 'Watch first');
    const page = await openEditor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export changes' }).click(),
    ]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({
      en: { learn: { lead: 'Watch first' } },
      nl: {},
    });
  });
});

test.describe('pages that cannot be rendered', () => {
  test.skip(stack.databaseUrl === undefined, 'the Postgres of a given stack cannot be reached from here');
  /**
   * Whatever the editor takes can be rendered. A text of an earlier build may not be, where this one no longer has a
   * value for its placeholder; so it is written where the api stored it (api/src/translations/change-texts.ts).
   */
  async function saveUnderEarlierBuild(key: string, value: string): Promise<void> {
    const db = new pg.Client(stack.databaseUrl);
    await db.connect();
    try {
      await db.query(
        `with written as (
          insert into texts (language, key, value) values ('en', $1, $2)
          on conflict (language, key) do update set value = excluded.value)
        update texts_state set version = $3, changed_at = now()`,
        [key, value, uuidv7()],
      );
    } finally {
      await db.end();
    }
  }
  test('stay as they were; the owner sees that and why, until an edit that can be rendered', async () => {
    await save('learn.lead', 'As it was');
    await expect.poll(readPage).toContain('As it was');
    await saveUnderEarlierBuild('learn.lead', 'Watch {first}');
    const page = await openEditor('learn.lead', 375);
    const alert = page.getByRole('alert');
    await alert.getByText('Your text is saved, but the pages could not be updated.').waitFor();
    await alert.getByText('learn/index.html cannot be rendered').waitFor();
    await alert
      .getByText(/Visitors still see the earlier pages\. Last attempt .+ \(\d+ attempts?\)/)
      .waitFor();
    expect(await readPage()).toContain('As it was');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'Nederlands' }).click();
    await alert.getByText('Je tekst is opgeslagen, maar de pagina’s konden niet worden vernieuwd.').waitFor();
    await page.getByRole('button', { name: 'English', exact: true }).click();

    await editEnglish(page).click();
    await field(page).fill('Watch first');
    expect(await press(saveButton(page))).toBe(200);
    // It looks again every 10 s while they could not be.
    await page.getByText('All pages show these texts').waitFor();
    await expect(alert).toHaveCount(0);
    expect(await readPage()).toContain('Watch first');
  });
});

test.describe('the page next to the editor', () => {
  const live = (page: Page) => page.getByRole('region', { name: 'Live page' });
  const framed = (page: Page) => live(page).locator('iframe').contentFrame();
  const lit = (page: Page) => framed(page).locator('[data-in-place="lit"]');

  test('has the sentence lit, as it is being written, and as it was when that is called off', async () => {
    const before = await textOf('learn.lead');
    // The tests before this one changed the text, and the frame shows the page as it is when it loads.
    await expect.poll(readPage).toContain(before);
    const page = await openEditor();
    await expect(lit(page)).toHaveText(before);
    await expect(lit(page)).toBeVisible();
    await editEnglish(page).click();
    await field(page).fill('Watch first');
    await expect(lit(page)).toHaveText('Watch first');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(lit(page)).toHaveText(before);
  });

  test('follows the text whose page is asked for, in its language', async () => {
    const page = await openEditor('home.hero.lead');
    await lit(page).waitFor();
    await page.getByRole('button', { name: 'Show home.hero.lead, Dutch, on its page' }).click();
    await expect(lit(page)).toHaveText(await textOf('home.hero.lead', 'nl'));
  });

  test('says when a text is not on the page as it opens, and lights it once it is', async () => {
    const page = await openEditor('question.title');
    await live(page).getByText('Not on the page as it opens.').waitFor();
    await expect(lit(page)).toHaveCount(0);
    await framed(page)
      .getByRole('button', { name: /question/i })
      .first()
      .click();
    await expect(lit(page)).toHaveText(await textOf('question.title'));
    await expect(live(page).getByText('Not on the page as it opens.')).toHaveCount(0);
  });

  test('warns of a text that sticks out of its place on a phone, until it fits', async () => {
    const page = await openEditor('home.hero.book');
    await editEnglish(page, 'home.hero.book').click();
    await field(page, 'home.hero.book').fill('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen');
    const warning = page.getByText(
      /^Too long for its place on a phone: at 375 px it sticks out by \d+ pixels/,
    );
    await warning.waitFor();
    await field(page, 'home.hero.book').fill('Book a call');
    await expect(warning).toHaveCount(0);
  });

  test('stops for Tab where it does for a visitor', async () => {
    const page = await openEditor();
    await lit(page).waitFor();
    await expect(framed(page).locator('p[tabindex]')).toHaveCount(0);
  });
});

test.describe('when the session is over', () => {
  test('a save goes to the login when the session is over', async () => {
    const page = await openEditor();
    await editEnglish(page).click();
    await field(page).fill('Too late');
    // Else asking how far the pages are may be refused first.
    await page.route('**/translations/state', () => undefined);
    await fetch(`${stack.baseUrl}/api/admin/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin');
    await toast(page, 'Session Expired', 'Please log in again for security').waitFor();
    await expect.poll(() => page.evaluate(`localStorage.getItem('admin_session_token')`)).toBeNull();
    ({ token } = await logIn());
  });
});

test('an open text with its history has no accessibility faults, and scrolls sideways at no width', async () => {
  await save('learn.lead', 'Watch first');
  const page = await openEditor('learn.lead', 375);
  await editEnglish(page).click();
  await page.getByRole('button', { name: 'History of learn.lead, English' }).click();
  await page.getByRole('list', { name: 'History' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScrolls(page)).toEqual([]);
});
