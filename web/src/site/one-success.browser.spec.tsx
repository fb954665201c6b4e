import { messages } from '@voordeur/contracts/messages';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import NewsletterForm from './forms/newsletter-form';
import { answerCalls } from '../testing/api';
import { renderSite, toast } from '../testing/render';
import { pageOf } from './pages/paths';
import { HomeRoute } from './routes/home.route';

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const replyBy = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:05:00.000Z`;
const dialog = page.getByRole('dialog');

async function send(section: string, opener: string, language: 'en' | 'nl') {
  await answerCalls('POST /api/setups-inquiry', { status: 202, body: { id: 'one', replyBy, timeZone } });
  renderSite(<HomeRoute page={pageOf(`/${language}`)} />, { language, path: `/${language}` });
  await expect.poll(() => document.querySelector(`#${section} button`)).not.toBeNull();
  const buttons = [...document.querySelectorAll<HTMLElement>(`#${section} button`)];
  buttons.find((one) => one.innerText.includes(opener))?.click();
  await dialog.getByRole('textbox').first().fill('jane@example.org');
  await dialog.getByRole('textbox').nth(1).fill('Orders');
  await dialog.getByRole('button', { name: /^(Send|Verstuur)/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

describe.each([
  ['home', 'en', messages.en.home.hero.ask],
  ['about', 'nl', messages.nl.home.tiles.setups],
  ['contact', 'en', messages.en.home.contact.ask],
] as const)('a popup opened from %s (%s)', (section, language, opener) => {
  const { sent } = messages[language];

  it('leaves one line there, with the hour, the spam folder and the next step, until it is closed', async () => {
    await send(section, opener, language);
    const line = page.getByRole('status').filter({ hasText: sent.spam });
    await expect.element(line).toHaveTextContent(/\d\d:\d\d/);
    await expect.element(line.getByRole('button', { name: sent.next })).toBeVisible();
    const place = document.getElementById(section);
    expect(place).toContainElement(line.element());
    // In the page's flow, so it covers nothing.
    for (let one: Element | null = line.element(); one; one = one.parentElement)
      expect(getComputedStyle(one).position).toMatch(/static|relative/);
    await line.getByRole('button', { name: sent.close }).click();
    await expect.element(line).not.toBeInTheDocument();
    expect(place).toContainElement(document.activeElement as HTMLElement);
  });
});

it('the reminder promises an email to come, in a paragraph for each language', async () => {
  await answerCalls('POST /api/newsletter-signup', { status: 202 });
  renderSite(<NewsletterForm />);
  await page.getByLabelText(messages.en.newsletter.email).fill('jane@example.org');
  await page.getByRole('button', { name: messages.en.newsletter.submit }).click();
  await expect.element(toast).toHaveTextContent(messages.en.form.spamTitle);
  const paragraphs = [...toast.element().querySelectorAll('p')].map(({ lang, innerText }) => [
    lang,
    innerText,
  ]);
  expect(paragraphs).toEqual([
    ['', expect.stringMatching(/^You'll hear from me by email\. .* not spam\.$/)],
    ['nl', expect.stringMatching(/^Je hoort van me per mail\. .* ‘geen spam’\.$/)],
  ]);
});
