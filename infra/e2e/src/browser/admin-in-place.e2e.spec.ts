import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, isFocused, sidewaysScrolls, visit } from './site.js';
import { logIn, stack } from './stack.js';
import { drawnFrame, untilScriptsLoaded } from './waits.js';

const { en } = messages;
const words = messages.en.admin.inPlace;

let token: string;
test.beforeAll(async () => {
  ({ token } = await logIn());
});
// The test leaves the built-in text.
test.afterEach(async () => {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'home.hero.lead', value: '', language: 'en' }),
  });
  if (!answer.ok) throw new Error(`saving answered ${answer.status}: ${await answer.text()}`);
});

const url = `${stack.baseUrl}/api/admin/translations`;
const builtIn = 'I take repetitive work off small teams';

async function textOfLead(): Promise<string> {
  const answer = await fetch(`${url}/manage`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { en: { home: { hero: { lead: string } } } }).en.home.hero.lead;
}

const pencil = (page: Page) => page.getByRole('button', { name: /^(Edit this page|Deze pagina bewerken)$/ });
const bar = (page: Page) => page.getByRole('complementary', { name: words.label });
const editor = (page: Page) => page.getByRole('dialog', { name: /^(Edit this text|Deze tekst aanpassen)$/ });
const area = (page: Page) => editor(page).getByRole('textbox');
const lead = (page: Page) => page.locator('.hero-lead');
const untilMarked = (page: Page) => page.locator('.hero-lead[data-in-place]').waitFor();

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

test('a visitor loads nothing of the editor, which the owner loads', async () => {
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

test('a sentence is edited by keys alone, saved, served, and taken back, after which the page is as it was', async () => {
  const page = await openPage();
  await pencil(page).focus();
  await page.keyboard.press('Enter');
  await untilMarked(page);
  for (let presses = 0; presses < 40 && !(await isFocused(lead(page))); presses += 1)
    await page.keyboard.press('Tab');
  await expect(lead(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(area(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Less typing, more thinking.');
  await expect(lead(page)).toHaveText('Less typing, more thinking.');
  expect(await textOfLead()).toContain(builtIn);
  await page.keyboard.press('Control+Enter');
  await bar(page).getByText(words.saved).waitFor();
  await expect(lead(page)).toBeFocused();
  expect(await textOfLead()).toBe('Less typing, more thinking.');
  // The page a visitor gets, within the worker's time.
  const read = async () => (await fetch(`${stack.baseUrl}/en`)).text();
  await expect.poll(read).toContain('Less typing, more thinking.');
  await bar(page).getByRole('button', { name: words.takeBack }).click();
  await bar(page).getByText('Taken back.').waitFor();
  await expect(lead(page)).toContainText(builtIn);
  expect(await textOfLead()).toContain(builtIn);

  await bar(page).getByRole('button', { name: words.done }).click();
  await pencil(page).waitFor();
  await expect(lead(page)).toContainText(builtIn);
  await expect(page.locator('[data-in-place], [data-edited], p[tabindex]')).toHaveCount(0);
  await expect.poll(() => page.content()).not.toMatch(/[\u2061-\u2063]/);
});

test('a sentence of a dialog is edited in it, without accessibility faults', async () => {
  const page = await openPage('/en', 375);
  await pencil(page).click();
  await untilMarked(page);
  await lead(page).click();
  await area(page).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await area(page).press('Escape');
  await page.getByRole('main').getByRole('button', { name: en.home.tiles.setups }).last().click();
  await editor(page).getByRole('button', { name: words.press }).click();
  const dialog = page.getByRole('dialog', { name: en.setups.title });
  await dialog.getByText('Describe it the way').click();
  await area(page).fill('Describe it in your own words.');
  await dialog.getByText('Describe it in your own words.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the pencil steps aside for what it would lie over, at 375 px, and lies under no offer of another language', async () => {
  const page = await openPage('/nl', 375, 'en-GB');
  await page.locator('.language-offer').waitFor({ state: 'attached' });
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
  await pencil(page).click();
  await untilMarked(page);
  await lead(page).click();
  await area(page).waitFor();
  expect(await sidewaysScrolls(page)).toEqual([]);
});
