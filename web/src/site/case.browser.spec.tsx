import { messages } from '@voordeur/contracts/messages';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeSite } from '../config/site';
import { renderSite } from '../testing/render';
import Proof from './home/proof';
import { pageOf } from './pages/paths';
import CaseRoute from './routes/case.route';

afterEach(() => changeSite({}));

const words = messages.en;
const side = (number: string) => ({ number: { en: number }, text: { en: 'a week' } });
const street = (name: string) => ({
  name: { en: name, nl: `${name} (nl)` },
  ...{ before: side('6 hours'), after: side('1 hour') },
});
const quote = { text: { en: 'It works' }, by: { en: 'A baker' } };
const bakery = {
  ...street('Bakery'),
  page: { slug: 'bakery', story: { en: 'First <b>this</b>.\n \n\nThen that,\nand more.' }, quote },
};
const studio = { ...street('Studio'), page: { slug: 'studio', story: { en: 'Once' } } };

function open(path: string): void {
  const shown = pageOf(path);
  renderSite(<CaseRoute page={shown} />, { path, language: shown.language });
}

it('shows the case: its figures, the story in paragraphs as text, the quote and the person', async () => {
  changeSite({ streets: [bakery, street('Shop')] });
  open('/work/bakery');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bakery' })).toBeVisible();
  await expect.element(page.getByText('6 hours')).toBeVisible();
  await expect.element(page.getByText('First <b>this</b>.')).toBeVisible();
  await expect.element(page.getByText('Then that, and more.')).toBeVisible();
  await expect.element(page.getByRole('figure')).toHaveTextContent('“It works”A baker');
  await expect.element(page.getByText('Your name here')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: words.home.contact.book }))
    .toHaveAttribute('href', '/booking');
  await expect
    .element(page.getByRole('link', { name: words.home.contact.ask }))
    .toHaveAttribute('href', '/en?open=question');
  await expect.element(page.getByRole('link', { name: words.case.back })).toHaveAttribute('href', '/#proof');
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
});

it('leads to the other pages of cases, in its language', async () => {
  changeSite({ streets: [bakery, street('Shop'), studio], person: null });
  open('/nl/werk/studio');
  const others = page.getByRole('navigation', { name: messages.nl.case.others });
  await expect.element(others.getByRole('link')).toHaveAttribute('href', '/nl/werk/bakery');
  await expect.element(others.getByRole('link')).toHaveTextContent('Bakery (nl)');
  await expect.element(page.getByRole('figure')).not.toBeInTheDocument();
});

it('home leads to the cases that have a page', async () => {
  changeSite({ streets: [bakery, street('Shop')] });
  renderSite(<Proof />, { language: 'nl' });
  await expect
    .element(page.getByRole('link', { name: 'Bakery (nl)' }))
    .toHaveAttribute('href', '/nl/werk/bakery');
  await expect.element(page.getByRole('heading', { name: 'Shop (nl)' })).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(1);
});
