import { messages } from '@voordeur/contracts/messages';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeSite } from '../config/site';
import { answerCalls } from '../testing/api';
import { renderSite } from '../testing/render';
import { pageOf } from './pages/paths';
import GuideRoute from './routes/guide.route';

/** The bar covers the top of the page. */
const barPx = 64;
const paths = { en: '/aanmelding-prompt', nl: '/nl/aanmelding-prompt' };
const draw = (language: 'en' | 'nl') =>
  renderSite(<GuideRoute page={pageOf(paths[language])} />, { language, path: paths[language] });
const documentUrl = '/documents/guide.pdf?expires=1&sig=x';
const frame = () => document.querySelector('iframe');
const cover = () => document.querySelector<HTMLImageElement>('.guide-cover');

afterEach(() => changeSite({}));

async function open(language: 'en' | 'nl') {
  const words = messages[language].guide;
  await answerCalls('POST /api/prompt-signup', { status: 202, body: { id: 'one', documentUrl } });
  draw(language);
  await page.getByLabelText(words.email).fill('jane@example.org');
  await page.getByRole('button', { name: words.submit }).click();
  await expect.element(page.getByRole('heading', { name: words.openTitle })).toBeVisible();
  return words;
}

describe.each(['en', 'nl'] as const)('the guide on a phone (%s)', (language) => {
  it('has its field and button in the first screen', async () => {
    await page.viewport(375, 667);
    draw(language);
    const button = page.getByRole('button', { name: messages[language].guide.submit });
    await expect.element(button).toBeVisible();
    expect(document.querySelector('.guide-door')?.getBoundingClientRect().height).toBeLessThanOrEqual(140);
    expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(667 - barPx);
  });

  it('is a card with its first page and two buttons, in the language of the visitor', async () => {
    await page.viewport(767, 900);
    const words = await open(language);
    expect(cover()).toBeVisible();
    expect(cover()?.getAttribute('src')).toBe(`/media/guide-${language}.jpg`);
    await expect.poll(() => cover()?.naturalWidth).toBeGreaterThan(0);
    expect(frame()).not.toBeVisible();
    for (const name of [words.download, words.read])
      await expect
        .element(page.getByRole('link', { name }))
        .toHaveAttribute('href', `${documentUrl}#nameddest=${language}`);
  });
});

it('the guide from 768 px on is read in the page', async () => {
  await page.viewport(768, 1024);
  const words = await open('nl');
  expect(frame()).toBeVisible();
  expect(frame()?.getAttribute('src')).toBe(`${documentUrl}#nameddest=nl`);
  expect(cover()).not.toBeVisible();
  await expect.element(page.getByRole('link', { name: words.read })).toHaveAttribute('href', '#guide');
});

describe('a guide of the owner’s own', () => {
  it('has her picture of its first page', async () => {
    await page.viewport(375, 667);
    changeSite({ guide: { cover: `/files/${'0'.repeat(32)}-1280.webp` } });
    await open('en');
    expect(cover()?.getAttribute('srcset')).toBe(
      [360, 720, 1280].map((width) => `/files/${'0'.repeat(32)}-${width}.webp ${width}w`).join(', '),
    );
    await expect.poll(() => cover()?.complete).toBe(true);
  });

  it('has no picture without one', async () => {
    await page.viewport(375, 667);
    changeSite({ guide: {} });
    await open('en');
    expect(cover()).toBeNull();
  });
});
