import { messages } from '@voordeur/contracts/messages';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { discardDraft } from './drafts';
import TranslationsScreen from './translations-screen';

const words = messages.en.admin.translations;
const save = 'PUT /api/admin/translations';
const key = 'newsletter.submit';
const own = messages.en.newsletter.submit;
const withName = 'bar.home';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const area = (of = key) => page.getByLabelText(`${of}, English`, { exact: true });
const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

const draftOf = (value: string, more: object = {}) => ({
  ...{ key, language: 'en', value, writtenOver: own, updatedAt: '2026-11-25T12:00:00Z' },
  ...more,
});

/** The screen with all texts of the site. */
async function showTexts(path: string, english: object = {}, drafts: object[] = []): Promise<void> {
  await answerCalls('GET /api/admin/translations/drafts', { body: { version: '7', drafts } });
  await answerCalls('GET /api/admin/translations/manage', {
    body: { en: { ...messages.en, ...english }, nl: messages.nl },
  });
  await answerCalls('GET /api/admin/translations/built-in', { body: messages });
  await answerCalls('GET /api/admin/translations/state', { body: { pages: { status: 'current' } } });
  renderAdmin(<TranslationsScreen />, { path });
}

/** The same with one of them open. */
async function openText(of = key, english: object = {}, drafts: object[] = []): Promise<void> {
  discardDraft(of, 'en');
  await showTexts(`/admin/translations?key=${of}`, english, drafts);
  await button(`Edit ${of}, English`).click();
  await expect.element(area(of)).toHaveFocus();
}

const leaves = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('a text in edit mode', () => {
  it('is saved on the condition that it still is what was opened', async () => {
    const saved = await answerCalls(save, { body: { key, language: 'en', value: 'Yes, please' } });
    await openText();
    await area().fill('Yes, please');
    await button(words.save).click();
    await expect.element(toast).toHaveTextContent(words.saved);
    await expect.element(area()).not.toBeInTheDocument();
    const [call] = await saved.read();
    expect(call?.body).toEqual({ key, language: 'en', value: 'Yes, please' });
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(own));
    const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(call?.headers['if-match']).toBe(`"${hex}"`);
  });

  it('is saved once, and says so, however often Ctrl and Enter are pressed', async () => {
    const saved = await answerCalls(save, { body: { key, language: 'en', value: 'Yes' }, held: true });
    await openText();
    await area().fill('Yes');
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}');
    await expect.element(button(words.saving)).toBeDisabled();
    await saved.release();
    await expect.element(toast).toHaveTextContent(words.saved);
    expect(await saved.read()).toHaveLength(1);
  });

  it('is saved by Ctrl and S from anywhere in its form', async () => {
    const saved = await answerCalls(save, { body: { key: withName, language: 'en', value: '{product}!' } });
    await openText(withName);
    await area(withName).fill('{product}!');
    await page.getByLabelText('Sample for product').click();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(toast).toHaveTextContent(words.saved);
    expect(await saved.read()).toHaveLength(1);
  });

  it('asks before the page is left, only while something is unsaved', async () => {
    await openText();
    expect(leaves()).toBe(false);
    await area().fill('Half a');
    await expect.element(page.getByText("1 change isn't saved yet.")).toBeVisible();
    expect(leaves()).toBe(true);
    await area().fill(own);
    expect(leaves()).toBe(false);
    await area().fill('Half a');
    await button(words.cancel).click();
    expect(leaves()).toBe(false);
  });

  it('is left by Escape where nothing was typed, and stays where something was', async () => {
    await openText();
    await area().fill('Half a');
    await userEvent.keyboard('{Escape}');
    await expect.element(area()).toHaveValue('Half a');
    await area().fill(own);
    await userEvent.keyboard('{Escape}');
    await expect.element(area()).not.toBeInTheDocument();
  });

  it('shows what another tab has saved, and saves over it only when asked', async () => {
    const theirs = 'Sign me up';
    const details = [{ field: 'value', message: theirs }];
    const saved = await answerCalls(save, refusal(412, 'text-conflict', { details }), {
      body: { key, language: 'en', value: 'Mine' },
    });
    await openText();
    await area().fill('Mine');
    await button(words.save).click();
    await expect.element(page.getByRole('alert').filter({ hasText: words.moved })).toHaveTextContent(theirs);
    await expect.element(area()).toHaveValue('Mine');
    await expect.element(toast).not.toBeInTheDocument();
    await button(words.keepMine).click();
    await expect.element(toast).toHaveTextContent(words.saved);
    const tags = (await saved.read()).map(({ headers }) => headers['if-match']);
    expect(new Set(tags).size).toBe(2);
  });

  it('can take what the other tab has saved', async () => {
    const details = [{ field: 'value', message: 'Sign me up' }];
    await answerCalls(save, refusal(412, 'text-conflict', { details }));
    await openText();
    await area().fill('Mine');
    await button(words.save).click();
    await answerCalls('GET /api/admin/translations/manage', {
      body: {
        en: { ...messages.en, newsletter: { ...messages.en.newsletter, submit: 'Sign me up' } },
        nl: messages.nl,
      },
    });
    await button(words.takeTheirs).click();
    await expect.element(area()).not.toBeInTheDocument();
    await expect.element(row(key)).toHaveTextContent('Sign me up');
  });

  it.each([
    ['an api that is away', refusal(503, 'unavailable')],
    ['a cut connection', 'cut off' as const],
  ])('stays as typed after %s', async (_what, answer) => {
    await answerCalls(save, answer);
    await openText();
    await area().fill('Mine');
    await button(words.save).click();
    await expect.element(toast).toHaveTextContent(words.failedToSave);
    await expect.element(area()).toHaveValue('Mine');
    await expect.element(button(words.save)).toBeEnabled();
  });

  it('stays as typed while another screen is looked at', async () => {
    await openText();
    await area().fill('Half a');
    renderAdmin(<p>Another screen</p>);
    await expect.element(page.getByText('Another screen')).toBeVisible();
    renderAdmin(<TranslationsScreen />, { path: `/admin/translations?key=${key}` });
    await expect.element(area()).toHaveValue('Half a');
  });

  it('cannot be saved while it is broken, and says where', async () => {
    const saved = await answerCalls(save, {});
    await openText(withName);
    await area(withName).fill('Home of {product');
    await expect.element(button(words.save)).toBeDisabled();
    await expect.element(area(withName)).toHaveAttribute('aria-invalid', 'true');
    await button(words.showPlace).click();
    await expect.element(area(withName)).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await saved.read()).toEqual([]);
  });

  it('says which placeholder is missing, and which there is not', async () => {
    await openText(withName);
    await area(withName).fill('Home');
    await expect.element(area(withName)).toHaveAccessibleDescription(/\{product\} is missing/);
    await area(withName).fill('{product} of {owner}');
    await expect.element(area(withName)).toHaveAccessibleDescription(/nothing to fill in for \{owner\}/);
    await area(withName).fill('{product}, home');
    await expect.element(area(withName)).not.toHaveAttribute('aria-invalid');
  });

  it('shows what only the api finds broken, until the text is changed', async () => {
    const details = [{ field: 'value', message: 'x', fault: 'unknown-tag', name: 'b' }];
    await answerCalls(save, refusal(422, 'broken-text', { details }));
    await openText();
    await area().fill('Mine');
    await button(words.save).click();
    await expect.element(area()).toHaveAccessibleDescription(/<b> means nothing here/);
    await expect.element(button(words.save)).toBeDisabled();
    await area().fill('Mine!');
    await expect.element(button(words.save)).toBeEnabled();
  });

  it('is shown as a visitor reads it, with values that can be changed', async () => {
    await openText(withName);
    await area(withName).fill('{product}, at home');
    await page.getByLabelText('Sample for product').fill('Stoop');
    await expect.element(page.getByText('Stoop, at home', { exact: true })).toBeVisible();
  });

  it('goes back to the built-in text, which is sent as empty', async () => {
    const saved = await answerCalls(save, { body: { key, language: 'en', value: own } });
    await openText(key, { newsletter: { ...messages.en.newsletter, submit: 'Changed before' } });
    await button(words.toBuiltIn).click();
    await expect.element(area()).toHaveValue(own);
    await button(words.save).click();
    await expect.element(toast).toBeVisible();
    expect(await saved.read()).toMatchObject([{ body: { value: '' } }]);
  });
});

describe('drafts', () => {
  const bar = page.getByRole('region', { name: words.drafts.title });
  const publishCall = 'POST /api/admin/translations/drafts/publish';

  it('is kept on the condition that it still is what was opened', async () => {
    const kept = await answerCalls('PUT /api/admin/translations/drafts', {
      body: { key, language: 'en', value: 'Later' },
    });
    await openText();
    await area().fill('Later');
    await answerCalls('GET /api/admin/translations/drafts', {
      body: { version: '7', drafts: [draftOf('Later')] },
    });
    await button(words.drafts.keepAs).click();
    await expect.element(toast).toHaveTextContent(words.drafts.kept);
    await expect.element(bar).toHaveTextContent('1 draft');
    await expect.element(row(key)).toHaveTextContent(/Later.*Visitors read: /);
    const [call] = await kept.read();
    expect(call?.body).toEqual({ key, language: 'en', value: 'Later' });
    expect(call?.headers['if-match']).toMatch(/^"[0-9a-f]{64}"$/);
  });

  it('goes on as a draft when it is edited again', async () => {
    const kept = await answerCalls('PUT /api/admin/translations/drafts', { body: {} });
    await openText(key, {}, [draftOf('Later')]);
    await expect.element(area()).toHaveValue('Later');
    await area().fill('Later still');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(toast).toHaveTextContent(words.drafts.kept);
    expect(await kept.read()).toHaveLength(1);
  });

  it('are published together, and over a text that changed since only when asked', async () => {
    const published = await answerCalls(
      publishCall,
      refusal(412, 'text-conflict', { details: [{ field: `en.${key}`, message: 'Theirs' }] }),
      { body: { version: '8', published: 1 } },
    );
    await openText(key, {}, [draftOf('Later')]);
    await button(words.drafts.publish).click();
    await expect.element(bar.getByRole('alert')).toHaveTextContent(`en.${key}: Theirs`);
    await button(words.drafts.publishAnyway).click();
    await expect.element(toast).toHaveTextContent('1 text published');
    const tags = (await published.read()).map(({ headers }) => headers['if-match']);
    expect(tags).toEqual([undefined, '"7"']);
  });

  it('are discarded after a second press', async () => {
    const discarded = await answerCalls('DELETE /api/admin/translations/drafts', { status: 204 });
    await openText(key, {}, [draftOf('Later')]);
    await button(words.drafts.discard).click();
    await answerCalls('GET /api/admin/translations/drafts', { body: { version: '7', drafts: [] } });
    await button(words.drafts.discardAll).click();
    await expect.element(bar).not.toBeInTheDocument();
    expect(await discarded.read()).toHaveLength(1);
  });
});

describe('the rail of pages', () => {
  const rail = page.getByRole('navigation', { name: words.pages.label });
  const list = page.getByRole('list', { name: words.list });

  it('keeps the admin’s own labels out of the way until they are asked for', async () => {
    await page.viewport(1280, 800);
    await openText();
    await page.getByRole('searchbox').fill('Save');
    await expect.element(list).not.toHaveTextContent('admin.translations.');
    await rail.getByRole('link', { name: /^Admin labels/ }).click();
    await page.getByRole('searchbox').fill('keepMine');
    await expect.element(row('admin.translations.keepMine')).toBeVisible();
    await expect.element(rail.getByRole('link', { name: /^Admin labels/ })).toHaveAttribute('aria-current');
    await expect.element(rail.getByRole('link', { name: /^Home 0/ })).toBeVisible();
  });

  it('says what was changed on a page, and what one language lacks', async () => {
    await page.viewport(1280, 800);
    await openText(key, { newsletter: { ...messages.en.newsletter, submit: 'Sign me up' } });
    await expect
      .element(rail.getByRole('link', { name: /^Home/ }))
      .toHaveTextContent(/1 changed · 1 to translate$/);
    await expect.element(rail.getByRole('link', { name: /^Learn/ })).not.toHaveTextContent(/changed/);
    await page.getByRole('searchbox').clear();
    await page.getByLabelText('To translate (1)').click();
    await expect.element(page.getByText(/^1 of \d+ texts/)).toBeVisible();
    await expect.element(row(key).getByRole('group', { name: 'Dutch' })).toHaveTextContent(words.toTranslate);
  });
});

describe('the list of texts', () => {
  it('opens on home in the order of its page, and looks on every page for what is sought', async () => {
    await page.viewport(1280, 800);
    await showTexts('/admin/translations');
    const rail = page.getByRole('navigation', { name: words.pages.label });
    await expect.element(rail.getByRole('link', { name: /^Home/ })).toHaveAttribute('aria-current', 'page');
    await expect.element(rail.getByRole('link', { name: /^All pages/ })).not.toBeInTheDocument();
    const keys = page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
    expect(keys.slice(0, 3)).toEqual(['home.pageTitle', 'home.pageDescription', 'home.hero.where']);
    expect(keys).not.toContain('learn.lead');
    await page.getByRole('searchbox').fill('learn.lead');
    await expect.element(row('learn.lead')).toBeVisible();
    await expect
      .element(rail.getByRole('link', { name: /^All pages/ }))
      .toHaveAttribute('aria-current', 'page');
  });

  it('shows keys to those who want them, the next time too', async () => {
    const heading = page.getByRole('heading', { name: 'home.hero.headline' });
    const width = () => heading.element().clientWidth;
    await showTexts('/admin/translations');
    await expect.poll(width).toBe(1);
    await page.getByLabelText(words.withKeys).click();
    await expect.poll(width).toBeGreaterThan(50);
    await showTexts('/admin/translations');
    await expect.poll(width).toBeGreaterThan(50);
  });

  it('finds a text by its key and by its words, and says when nothing matches', async () => {
    await openText();
    const search = page.getByRole('searchbox', { name: words.search });
    await search.fill('SUBSCRIBE');
    await expect.element(row(key)).toBeVisible();
    await search.fill('no text says this');
    await expect.element(page.getByText(words.noneFound)).toBeVisible();
    await expect.element(page.getByText(/^0 of \d+ texts/)).toBeVisible();
  });

  it('shows what was changed alone, and one language alone', async () => {
    await openText(key, { newsletter: { ...messages.en.newsletter, submit: 'Sign me up' } });
    const other = row('newsletter.consent');
    await page.getByRole('searchbox').fill('newsletter.');
    await expect.element(other).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('/');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await page.getByLabelText(/^Only what I changed/).click();
    await expect.element(other).not.toBeInTheDocument();
    await expect.element(row(key)).toHaveTextContent(words.changed);
    await page.getByRole('radio', { name: 'English' }).click();
    await expect.element(row(key).getByRole('group', { name: 'Dutch' })).not.toBeInTheDocument();
  });

  it('can be asked for again after it could not be fetched', async () => {
    const all = await answerCalls('GET /api/admin/translations/manage', refusal(503, 'unavailable'), {
      body: { en: messages.en, nl: messages.nl },
    });
    await answerCalls('GET /api/admin/translations/built-in', { body: messages });
    await answerCalls('GET /api/admin/translations/state', { body: { pages: { status: 'current' } } });
    await answerCalls('GET /api/admin/translations/drafts', { body: { version: '7', drafts: [] } });
    renderAdmin(<TranslationsScreen />, { path: `/admin/translations?key=${key}` });
    await expect.element(toast).toHaveTextContent(words.failed);
    await button(messages.en.load.retry).click();
    await expect.element(row(key)).toBeVisible();
    expect(await all.read()).toHaveLength(2);
  });
});

it('says why the pages are not rendered, until a text is saved with which they are', async () => {
  await answerCalls(save, { body: { key, language: 'en', value: 'Yes' } });
  await openText();
  const failure = {
    failedAt: '2026-03-01T10:00:00Z',
    attempts: 2,
    reason: 'learn/index.html cannot be rendered',
  };
  const state = 'GET /api/admin/translations/state';
  await answerCalls(state, { body: { pages: { status: 'failed', failure } } });
  await area().fill('{product');
  const alert = page.getByRole('alert').filter({ hasText: words.renderFailed });
  await area().fill('Yes');
  await button(words.save).click();
  await expect
    .element(alert)
    .toHaveTextContent(/earlier pages\. Last attempt .+ \(2 attempts\).*learn\/index\.html/);
  await answerCalls(state, { body: { pages: { status: 'current' } } });
  await button(`Edit ${key}, English`).click();
  await area().fill('Yes, please');
  await button(words.save).click();
  await expect.element(page.getByText(words.pagesCurrent)).toBeVisible();
  expect(alert.elements()).toEqual([]);
});

describe('a file of texts', () => {
  it('says what is wrong with it', async () => {
    const problems = [{ fault: 'missing-argument', name: 'product' }];
    const broken = [{ key: withName, language: 'en', problems }];
    await answerCalls('POST /api/admin/translations/import', {
      body: { version: '1', changes: [], unchanged: 0, unknown: [], broken },
    });
    await openText();
    await button(words.import.open).click();
    const give = (content: string) =>
      page.getByLabelText(words.import.file).upload(new File([content], 'texts.json'));
    await give('{');
    await expect.element(page.getByText(words.import.notJson)).toBeVisible();
    await give('{}');
    await expect.element(page.getByText(/\{product\} is missing/)).toBeVisible();
    expect(page.getByRole('button', { name: /^Change / }).elements()).toEqual([]);
  });
});
