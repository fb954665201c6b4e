import { messages } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Link } from 'react-router-dom';
import { site } from '../../config/site';
import { storageKeys } from '../../config/storage';
import { useText } from '../../i18n/use-text';
import { answerCalls, refusal } from '../../testing/api';
import { address, renderSite, toast } from '../../testing/render';
import { Dialog } from '../../ui/dialog';
import { InPlace, overDialogs } from './in-place-pencil';

const words = messages.en.admin.inPlace;
const hero = messages.en.home.hero;

/** Texts in each way that a page shows them. */
function SomePage() {
  const text = useText();
  const [pressed, setPressed] = useState(0);
  return (
    <main id="root">
      <h1>
        {text('home.hero.headline')
          .split('\n')
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </h1>
      <p data-testid="fine">{text('home.hero.fine')}</p>
      <p data-testid="counter">
        <FormattedMessage id="home.about.counter" values={{ row: 14, b: (row) => <b>{row}</b> }} />
      </p>
      <button type="button" aria-label={text('common.close')} onClick={() => setPressed(pressed + 1)}>
        <svg data-testid="drawing" width="20" height="20" />
      </button>
      <input placeholder={text('home.hero.ask')} aria-label={text('home.hero.book')} />
      <Link to="/nl">{text('home.tiles.learn')}</Link>
      <p data-testid="own">No text of ours</p>
      <p data-testid="setting">{site.streets?.[0]?.name.en}</p>
      <p data-testid="config">{site.partners[0]?.name}</p>
      <output data-testid="pressed">{pressed}</output>
      {pressed > 0 && (
        <Dialog title={text('setups.title')} onClose={() => setPressed(0)}>
          <p data-testid="inside">{text('setups.text')}</p>
        </Dialog>
      )}
    </main>
  );
}

const drafts = 'GET /api/admin/translations/drafts';
const fine = page.getByTestId('fine');
const dialog = page.getByRole('dialog', { name: words.popover });
const area = dialog.getByRole('textbox');

beforeEach(async () => {
  document.documentElement.lang = 'en';
  await answerCalls('GET /api/admin/translations/manage', { body: messages });
  await answerCalls('GET /api/admin/translations/built-in', { body: messages });
  await answerCalls(drafts, { body: { drafts: [] } });
  renderSite(
    <>
      <div
        id="in-place"
        ref={(place) => {
          if (place) overDialogs(place);
        }}
      >
        <InPlace />
      </div>
      <SomePage />
    </>,
  );
  await page.getByRole('button', { name: words.start }).click();
  await expect.element(fine).toHaveAttribute('data-in-place');
});
afterEach(() => {
  expect(document.body.innerHTML).not.toMatch(/[\u2061-\u2063]/);
});

it('stays when a press that began in it ends on the page, as when text is selected with the mouse', async () => {
  await page.getByText('Leave the busywork outside.').click();
  await expect.element(area).toHaveValue(hero.headline);
  await userEvent.dragAndDrop(area, page.getByTestId('own'));
  await expect.element(area).toHaveValue(hero.headline);
  // The next press on the page is one again.
  await fine.click();
  await expect.element(area).toHaveValue(hero.fine);
});

it('finds the text of a line, of a value, of an attribute and around a tag', async () => {
  await page.getByText('Leave the busywork outside.').click();
  await expect.element(area).toHaveValue(hero.headline);
  // The editor covers the elements next to it.
  await userEvent.keyboard('{Escape}');
  await page.getByTestId('counter').getByText('14').click();
  await expect.element(area).toHaveValue(messages.en.home.about.counter);
  await userEvent.keyboard('{Escape}');
  await page.getByTestId('drawing').click();
  await expect.element(area).toHaveValue(messages.en.common.close);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('textbox', { name: hero.book }).click();
  await dialog.getByRole('combobox', { name: words.which }).selectOptions(hero.book);
  await expect.element(area).toHaveValue(hero.book);
});

it('leaves the page its scrolling and its width, which a dialog takes', async () => {
  await fine.click();
  await expect.element(area).toBeVisible();
  expect(getComputedStyle(document.documentElement).overflowY).toBe('visible');
  await userEvent.keyboard('{Escape}');
});

it('lets no press through to the page', async () => {
  await page.getByRole('button', { name: messages.en.common.close }).click();
  await expect.element(area).toHaveValue(messages.en.common.close);
  await expect.element(page.getByTestId('pressed')).toHaveTextContent('0');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('link', { name: messages.en.home.tiles.learn }).click();
  await expect.element(area).toHaveValue(messages.en.home.tiles.learn);
  await expect.element(address).toHaveTextContent(/^\/$/);
  await page.getByRole('button', { name: words.done }).click();
  await page.getByRole('button', { name: messages.en.common.close }).click();
  await expect.element(page.getByTestId('pressed')).toHaveTextContent('1');
});

it('presses a button for the owner, and edits the dialog that it opens', async () => {
  await page.getByRole('button', { name: messages.en.common.close }).click();
  await dialog.getByRole('button', { name: words.press }).click();
  const inside = page.getByTestId('inside');
  await expect.element(inside).toHaveAttribute('data-in-place');
  await inside.click();
  await expect.element(area).toHaveValue(messages.en.setups.text);
  await area.click();
  await area.fill('Tell me what eats up your week.');
  await expect.element(inside).toHaveTextContent('Tell me what eats up your week.');
  await dialog.getByRole('button', { name: messages.en.admin.translations.cancel }).click();
  await expect.element(inside).toHaveTextContent(messages.en.setups.text);
  await expect.element(page.getByRole('button', { name: words.done })).toBeVisible();
});

it('shows what is typed in the page, and what was there when it is cancelled', async () => {
  await fine.click();
  await area.fill('Soon: {promise}.');
  await expect.element(fine).toHaveTextContent('Soon: within 24 hours.');
  await area.fill('Soon: {promise');
  await expect.element(dialog.getByText(/A curly brace is opened/)).toBeVisible();
  await expect.element(fine).toHaveTextContent('Soon: within 24 hours.');
  await dialog.getByRole('button', { name: messages.en.admin.translations.cancel }).click();
  await expect.element(fine).toHaveTextContent('30 minutes, free, no strings.');
});

it('says that a text has a draft, which what is saved here leaves alone', async () => {
  const draft = { key: 'home.hero.fine', language: 'en', value: 'Soon: {promise}.', writtenOver: hero.fine };
  await answerCalls(drafts, {
    body: { drafts: [draft, { ...draft, key: 'home.hero.ask', language: 'nl' }] },
  });
  await fine.click();
  await expect.element(dialog.getByText(/^This text has a draft: “Soon: {promise}.” What/)).toBeVisible();
  await expect.element(area).toHaveValue(hero.fine);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('textbox', { name: hero.book }).click();
  await expect.element(area).toHaveValue(hero.ask);
  expect(dialog.getByText(/has a draft/).elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
});

it('keeps what was typed when it is closed by Escape, and asks before it gives that up', async () => {
  await fine.click();
  await area.fill('Soon: {promise}.');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("1 change isn't saved yet.")).toBeVisible();
  await page.getByRole('button', { name: words.done }).click();
  await page.getByRole('button', { name: words.goOn }).click();
  await fine.click();
  await expect.element(area).toHaveValue('Soon: {promise}.');
  await page.getByRole('button', { name: words.done }).click();
  await page.getByRole('button', { name: words.discard }).click();
  await expect.element(page.getByRole('button', { name: words.start })).toBeVisible();
  await expect.element(fine).toHaveTextContent('30 minutes, free, no strings.');
});

it('is saved by Ctrl and S, and taken back by its edit, unless another came after it', async () => {
  const key = 'home.hero.fine';
  const now = 'Soon: {promise}.';
  await answerCalls('PUT /api/admin/translations', { body: { key, language: 'en', value: now } });
  const edit = { id: '7', key, language: 'en', old: hero.fine, new: now, editedAt: '2026-01-01T00:00:00Z' };
  await answerCalls(
    'GET /api/admin/translations/history',
    { body: { edits: [{ ...edit, id: '8', new: 'Theirs' }], cursor: null } },
    { body: { edits: [edit], cursor: null } },
  );
  const undone = await answerCalls('POST /api/admin/translations/undo', {
    body: { key, language: 'en', value: hero.fine },
  });
  await fine.click();
  await area.fill(now);
  await userEvent.keyboard('{Control>}s{/Control}');
  const takeBack = page.getByRole('button', { name: words.takeBack });
  await takeBack.click();
  await expect.element(toast).toHaveTextContent(words.notTakenBack);
  await takeBack.click();
  await expect.element(page.getByText(words.takenBack)).toBeVisible();
  await expect.element(fine).toHaveTextContent('30 minutes, free, no strings.');
  expect((await undone.read()).map(({ body }) => body)).toEqual([{ id: '7' }]);
});

it('says when the session is over, with a link to log in, until that is done in another tab', async () => {
  await answerCalls('PUT /api/admin/translations', refusal(401, 'unauthorized'));
  await fine.click();
  await area.fill('Soon: {promise}.');
  await dialog.getByRole('button', { name: messages.en.admin.translations.save, exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.sessionOver);
  await expect.element(page.getByRole('link', { name: words.logIn })).toHaveAttribute('href', '/admin');
  await expect.element(area).toHaveValue('Soon: {promise}.');
  const ofOtherTab = new StorageEvent('storage', { key: storageKeys.adminToken, newValue: 'a token' });
  dispatchEvent(ofOtherTab);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await area.fill(hero.fine);
});

it('says of other words that they are no text of the catalogues, or where they are in the settings', async () => {
  await page.getByTestId('own').click();
  await expect.element(dialog).toHaveTextContent(words.notAText);
  await userEvent.keyboard('{Escape}');
  await page.getByTestId('config').click();
  await expect.element(dialog).toHaveTextContent("one of the site's settings: partners[0].name.");
  await userEvent.keyboard('{Escape}');
  await page.getByTestId('setting').click();
  await expect.element(dialog).toHaveTextContent(words.fromSettings);
  await expect.element(dialog.getByRole('link')).toHaveAttribute('href', '/admin/site');
});

it.each([
  [375, 667, 330],
  [1440, 900, 40],
])('never covers the sentence that is edited, at %i by %i', async (width, height, top) => {
  await page.viewport(width, height);
  document.body.style.paddingTop = `${top}px`;
  onTestFinished(() => document.body.removeAttribute('style'));
  const headline = page.getByRole('heading', { level: 1 });
  const expectWhole = async () => {
    const places = () => [dialog, headline].map((one) => one.element().getBoundingClientRect());
    const gap = () => {
      const [editor, words] = places();
      return editor && words && (editor.top >= words.bottom || editor.bottom <= words.top);
    };
    await expect.poll(gap, { message: 'the editor is next to the sentence' }).toBe(true);
    await expect.element(headline).toBeInViewport({ ratio: 1 });
  };
  await page.getByText('Leave the busywork outside.').click();
  await expect.element(area).toHaveValue(hero.headline);
  await expectWhole();
  await area.fill('The busywork\nstays outside,\nand you\nare home\nat five.');
  await expect.element(headline).toHaveTextContent(/at five\.$/);
  await expectWhole();
  await dialog.getByRole('button', { name: messages.en.admin.translations.cancel }).click();
});
