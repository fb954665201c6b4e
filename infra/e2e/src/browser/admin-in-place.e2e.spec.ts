import type { Locator, Page, Response } from 'playwright';
import { expect, test } from './test.js';
import { accessibilityFaults, isFocused, pathOf, toastIn, sidewaysScrolls, visit } from './site.js';
import { logIn, stack } from './stack.js';
import { drawnFrame, untilScriptsLoaded } from './waits.js';

let token: string;
test.beforeAll(async () => {
  ({ token } = await logIn());
});
const edited = ['home.hero.lead', 'home.hero.fine'] as const;
// Each test leaves the built-in texts.
test.afterEach(async () => {
  for (const key of edited) await save(key, '');
});

const url = `${stack.baseUrl}/api/admin/translations`;
const builtIn = 'I take repetitive work off small teams';

async function save(key: string, value: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key, value, language: 'en' }),
  });
  if (!answer.ok) throw new Error(`saving answered ${answer.status}: ${await answer.text()}`);
}

async function textOf(name: 'lead' | 'fine'): Promise<string> {
  const answer = await fetch(`${url}/manage`, { headers: { authorization: `Bearer ${token}` } });
  const { en } = (await answer.json()) as { en: { home: { hero: Record<string, string> } } };
  return en.home.hero[name] ?? '';
}

const pencil = (page: Page) => page.getByRole('button', { name: /^(Edit this page|Deze pagina bewerken)$/ });
const bar = (page: Page) =>
  page.getByRole('complementary', { name: /^(Editing this page|Deze pagina bewerken)$/ });
const editor = (page: Page) => page.getByRole('dialog', { name: /^(Edit this text|Deze tekst aanpassen)$/ });
const area = (page: Page) => editor(page).getByRole('textbox');
const lead = (page: Page) => page.locator('.hero-lead');

/** A page as its owner opens it. */
async function openPage(path = '/en', width = 1440, locale?: string): Promise<Page> {
  const { page } = await visit({
    path,
    width,
    ...(locale && { locale }),
    before: (own) =>
      own.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  await pencil(page).waitFor();
  return page;
}

/** The same, once its sentences can be edited. */
async function editPage(path = '/en', width = 1440): Promise<Page> {
  const page = await openPage(path, width);
  await pencil(page).click();
  await page.locator('.hero-lead[data-in-place]').waitFor();
  return page;
}

async function type(page: Page, value: string): Promise<void> {
  await lead(page).click();
  await area(page).fill(value);
  // The page follows a moment later, and the editor moves with it.
  await expect(lead(page)).toHaveText(value);
}

/** Presses it; returns the status of the answer. */
async function press(button: Locator): Promise<number> {
  const isAnswer = (response: Response) =>
    response.url().startsWith(url) && response.request().method() !== 'GET';
  const [answer] = await Promise.all([button.page().waitForResponse(isAnswer), button.click()]);
  return answer.status();
}
const saveButton = (page: Page, name = 'Save') => editor(page).getByRole('button', { name, exact: true });

test.describe('a visitor', () => {
  /** The files that a page asks for, its late ones too. */
  async function filesOf(asOwner: boolean): Promise<string[]> {
    const files: string[] = [];
    const { page } = await visit({
      path: '/en',
      before: async (own) => {
        own.on('request', (request) => files.push(new URL(request.url()).pathname));
        if (asOwner)
          await own.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
      },
    });
    // The last thing that a page starts, and the request that would load the editor.
    await expect.poll(() => files).toContain('/api/admin/translations');
    if (asOwner) await pencil(page).waitFor();
    await drawnFrame(page);
    await untilScriptsLoaded(page);
    return files.filter((file) => /\.(js|css)$/.test(file));
  }

  test('loads nothing of the editor, which the owner loads', async () => {
    const ofVisitor = await filesOf(false);
    const ofOwner = await filesOf(true);
    const more = ofOwner.filter((file) => !ofVisitor.includes(file));
    expect(more.some((file) => file.includes('/in-place-pencil-'))).toBe(true);
    expect(ofVisitor.filter((file) => !ofOwner.includes(file))).toEqual([]);
    for (const file of ofVisitor) {
      expect(file).not.toMatch(/in-place|text-editor|check-message|\/admin/);
      const text = await (await fetch(stack.baseUrl + file)).text();
      expect(text, file).not.toMatch(/data-in-place|\u2061/);
    }
  });
});

test.describe('a sentence', () => {
  test('is edited in place, saved, and taken back', async () => {
    const page = await editPage();
    await type(page, 'Less typing, more thinking.');
    await expect(lead(page)).toHaveText('Less typing, more thinking.');
    expect(await textOf('lead')).toContain(builtIn);
    await area(page).press('Control+s');
    await bar(page).getByText('Saved. Visitors see it within seconds.').waitFor();
    await expect(editor(page)).toHaveCount(0);
    expect(await textOf('lead')).toBe('Less typing, more thinking.');
    // The page a visitor gets, within the worker's time.
    const read = async () => (await fetch(`${stack.baseUrl}/en`)).text();
    await expect.poll(read).toContain('Less typing, more thinking.');
    expect(await press(bar(page).getByRole('button', { name: 'Take back' }))).toBe(200);
    await bar(page).getByText('Taken back.').waitFor();
    await expect(lead(page)).toContainText(builtIn);
    expect(await textOf('lead')).toContain(builtIn);
  });

  test('is edited in the dialog that its page opens, which stays open', async () => {
    const page = await editPage();
    await page.getByRole('main').getByRole('button', { name: 'Custom setups' }).last().click();
    await editor(page).getByRole('button', { name: 'Press it, as a visitor does' }).click();
    const dialog = page.getByRole('dialog', { name: 'What should run by itself?' });
    await dialog.getByText('Describe it the way').click();
    await area(page).fill('Describe it in your own words.');
    await dialog.getByText('Describe it in your own words.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await editor(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Describe it the way').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).press('Escape');
    await expect(dialog).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await pencil(page).waitFor();
  });

  test('stays as it was saved once the page is left alone, and nothing else stays', async () => {
    const page = await editPage();
    await type(page, 'Saved in place');
    expect(await press(saveButton(page))).toBe(200);
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await pencil(page).waitFor();
    await expect(lead(page)).toHaveText('Saved in place');
    await expect(page.locator('[data-in-place], [data-edited]')).toHaveCount(0);
    await expect(page.locator('p[tabindex]')).toHaveCount(0);
    await expect.poll(() => page.content()).not.toMatch(/[\u2061-\u2063]/);
  });

  test('shows its values in the page and its placeholders in the editor, and is checked', async () => {
    const page = await editPage();
    const fine = page.getByText('30 minutes, free, no strings.');
    await fine.click();
    await expect.poll(() => area(page).inputValue()).toContain('{promise}');
    await area(page).fill('You hear soon.');
    await editor(page)
      .getByText('{promise} is missing. Put it back where its value should appear.')
      .waitFor();
    await expect(saveButton(page)).toBeDisabled();
    await area(page).fill('An answer {promise}, always.');
    await page.getByText('An answer within 24 hours, always.').waitFor();
    // The promise is a text of its own.
    await editor(page).getByRole('combobox', { name: 'Text' }).selectOption('promise.anyDay');
    await expect(area(page)).toHaveValue('within 24 hours');
  });

  test('goes back to the built-in text', async () => {
    await save('home.hero.lead', 'Something else');
    const page = await editPage();
    await expect(lead(page)).toHaveText('Something else');
    await lead(page).click();
    await editor(page).getByRole('button', { name: 'Back to the built-in text' }).click();
    await expect(lead(page)).toContainText(builtIn);
    expect(await press(saveButton(page))).toBe(200);
    expect(await textOf('lead')).toContain(builtIn);
  });

  test('that was changed elsewhere is shown next to the draft', async () => {
    const page = await editPage();
    await type(page, 'Mine');
    await save('home.hero.lead', 'Theirs');
    expect(await press(saveButton(page))).toBe(412);
    const moved = editor(page).getByRole('alert').filter({ hasText: 'changed elsewhere' });
    await moved.getByText('Theirs', { exact: true }).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await press(saveButton(page, 'Save mine'))).toBe(200);
    expect(await textOf('lead')).toBe('Mine');
  });

  test('that was changed again is not taken back', async () => {
    const page = await editPage();
    await type(page, 'Mine');
    expect(await press(saveButton(page))).toBe(200);
    await save('home.hero.lead', 'Theirs');
    await bar(page).getByRole('button', { name: 'Take back' }).click();
    await expect(toastIn(page)).toContainText("couldn't be taken back");
    expect(await textOf('lead')).toBe('Theirs');
  });

  test('is kept as typed when the save fails', async () => {
    const page = await editPage();
    await type(page, 'Typed with care');
    await page.route('**/api/admin/translations', (route) => route.abort());
    await saveButton(page).click();
    await expect(toastIn(page)).toContainText('Failed to save translation');
    await expect(area(page)).toHaveValue('Typed with care');
    await expect(lead(page)).toHaveText('Typed with care');
  });

  test('is kept when the session is over, and saved after a login in another tab', async () => {
    const page = await editPage();
    await type(page, 'Not too late');
    await fetch(`${stack.baseUrl}/api/admin/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await press(saveButton(page))).toBe(401);
    const over = bar(page).getByRole('alert');
    await over.getByText('Your session has ended.').waitFor();
    await expect(over.getByRole('link', { name: /^Log in/ })).toHaveAttribute('href', '/admin');
    await expect(area(page)).toHaveValue('Not too late');
    expect(await accessibilityFaults(page)).toEqual([]);
    ({ token } = await logIn());
    const other = await page.context().newPage();
    await other.goto('/robots.txt');
    await other.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
    await over.waitFor({ state: 'detached' });
    expect(await press(saveButton(page))).toBe(200);
    expect(await textOf('lead')).toBe('Not too late');
  });
});

test.describe('the page meanwhile', () => {
  test('follows no link and opens nothing', async () => {
    const page = await editPage();
    const path = pathOf(page);
    await page.getByRole('link', { name: 'Learn', exact: true }).first().click();
    await expect(area(page)).toHaveValue('Learn');
    await page.getByRole('button', { name: 'Book a free call' }).first().click();
    await expect(area(page)).toHaveValue('Book a free call');
    expect(pathOf(page)).toBe(path);
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  test('says where to find a name that is in no catalogue', async () => {
    const page = await editPage();
    await page.getByText('Example: a wholesaler of four').first().click();
    await editor(page).getByText('This comes from site.config.json, at streets[0].name.en.').waitFor();
  });

  test('asks before it gives up what is not saved', async () => {
    const page = await editPage();
    await type(page, 'Half a');
    await area(page).press('Escape');
    await editor(page).waitFor({ state: 'detached' });
    await expect(lead(page)).toHaveText('Half a');
    await bar(page).getByText("1 change isn't saved yet.").waitFor();
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await bar(page).getByRole('button', { name: 'Keep editing' }).click();
    await lead(page).click();
    await expect(area(page)).toHaveValue('Half a');
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await bar(page).getByRole('button', { name: 'Discard and stop' }).click();
    await pencil(page).waitFor();
    await expect(lead(page)).toContainText(builtIn);
  });

  test('is edited by keys alone', async () => {
    const page = await openPage();
    await pencil(page).focus();
    await page.keyboard.press('Enter');
    await page.locator('.hero-lead[data-in-place]').waitFor();
    for (let presses = 0; presses < 40 && !(await isFocused(lead(page))); presses += 1)
      await page.keyboard.press('Tab');
    await expect(lead(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(area(page)).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('By keys alone');
    await page.keyboard.press('Control+Enter');
    await bar(page).getByText('Saved.').waitFor();
    await expect(lead(page)).toBeFocused();
    expect(await textOf('lead')).toBe('By keys alone');
  });
});

test('has no accessibility faults, and scrolls sideways at no width, in both languages', async () => {
  for (const path of ['/en', '/nl']) {
    const page = await openPage(path, 375);
    expect(await accessibilityFaults(page)).toEqual([]);
    await pencil(page).click();
    await page.locator('.hero-lead[data-in-place]').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await lead(page).click();
    await area(page).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScrolls(page)).toEqual([]);
  }
});

test('the pencil lies under no offer of another language', async () => {
  const page = await openPage('/nl', 1440, 'en-GB');
  await page.locator('.language-offer').waitFor({ state: 'attached' });
  await pencil(page).click();
  await page.locator('.hero-lead[data-in-place]').waitFor();
});

test('the pencil steps aside for what it would lie over, at 375 px', async () => {
  const page = await openPage('/nl', 375);
  const controls = page.locator('#root :is(a, button, input, textarea)');
  const covered = `(() => {
    const { left, top, width, height } = document.querySelector('.in-place-pencil').getBoundingClientRect();
    return document.elementsFromPoint(left + width / 2, top + height / 2)
      .some((element) => element.closest('#root :is(a, button, input, textarea)'));
  })()`;
  await expect.poll(() => controls.count()).toBeGreaterThan(20);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  for (let down = 0; down < height; down += 150) {
    await page.evaluate(`scrollTo({ top: ${down}, behavior: 'instant' })`);
    await drawnFrame(page);
    // Where something lies in both corners, one of them has to do.
    const isTaken = await page.evaluate<boolean>(`(() => {
      const steps = [0, 22, 44];
      return [12, document.documentElement.clientWidth - 56].every((left) =>
        steps.some((right) => steps.some((down) =>
          document.elementsFromPoint(left + right, innerHeight - 56 + down)
            .some((element) => element.closest('#root :is(a, button, input, textarea, select)')))));
    })()`);
    if (!isTaken) await expect.poll(() => page.evaluate(covered)).toBe(false);
  }
});
