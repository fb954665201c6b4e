import { messages } from '@voordeur/contracts/messages';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeSite } from '../config/site';
import { renderSite } from '../testing/render';
import { Bar } from './frame/bar';
import { SiteFooter } from './frame/site-footer';
import { Hero } from './home/hero';
import Proof from './home/proof';
import { SignedBy } from './home/turning-window';
import { openGraphOf } from './pages/page-links';
import { pageOf } from './pages/paths';
import BookingRoute from './routes/booking.route';

afterEach(() => changeSite({}));

const renderParts = () =>
  renderSite(
    <>
      <Hero openPopup={() => undefined} outcome={null} />
      <Proof />
      <SignedBy />
    </>,
  );

it('parts of a page have the settings as they are when shown', async () => {
  renderParts();
  await expect.element(page.getByText('Your name here').first()).toBeVisible();
  await expect.element(page.getByRole('blockquote')).toBeVisible();
  await expect.element(page.getByText('hear back within 24 hours.')).toBeVisible();

  changeSite({
    person: { name: 'Ada' },
    quote: null,
    price: { en: 'It costs nothing.' },
    daysOff: ['saturday', 'sunday'],
  });
  renderParts();
  await expect.element(page.getByText('Ada').first()).toBeVisible();
  await expect.element(page.getByText('It costs nothing.')).toBeVisible();
  await expect.element(page.getByRole('blockquote')).not.toBeInTheDocument();
  await expect.element(page.getByText('hear back within 24 hours on working days.')).toBeVisible();
});

it.each([
  [{ showsAnswerTime: true, answerHours: 1 }, 'Answers within about 1 hour (median of the last 30 days)'],
  [{ showsAnswerTime: true, answerHours: 12 }, 'Answers within about 12 hours (median of the last 30 days)'],
  [{ showsAnswerTime: true, answerHours: 24 }, 'Answers within about 1 day (median of the last 30 days)'],
  [{ showsAnswerTime: true, answerHours: 72 }, 'Answers within about 3 days (median of the last 30 days)'],
  [{ showsAnswerTime: true }, null],
  [{ answerHours: 3 }, null],
])('the footer with %j', async (settings, sentence) => {
  changeSite(settings);
  renderSite(<SiteFooter />);
  await expect.element(page.getByText('©')).toBeVisible();
  await (sentence === null
    ? expect.element(page.getByText('Answers within')).not.toBeInTheDocument()
    : expect.element(page.getByText(sentence, { exact: true })).toBeVisible());
});

it('the bar has the mark, and the head the picture for links, that the owner uploaded', async () => {
  const mark = `/files/${'0'.repeat(32)}-mark.webp`;
  const sharePicture = `/files/${'0'.repeat(32)}-share.jpg`;
  const brand = page.getByRole('link', { name: 'Voordeur, home' }).getByRole('presentation');
  const picture = () => new Map(openGraphOf(pageOf('/learn'), head)).get('og:image');
  const head = { title: '', description: '', publicUrl: 'https://a.example' };
  renderSite(<Bar page={pageOf('/en')} />);
  await expect.element(brand).toHaveAttribute('src', '/media/mark.svg');
  expect(picture()).toBe('https://a.example/og/learn-en.jpg');
  changeSite({ mark, sharePicture });
  renderSite(<Bar page={pageOf('/en')} />);
  await expect.element(brand).toHaveAttribute('src', mark);
  expect(picture()).toBe(`https://a.example${sharePicture}`);
});

it('the calendar and the consent to its host do too', async () => {
  changeSite({ scheduler: { provider: 'cal', address: 'https://cal.com/ada/30min' } });
  renderSite(<BookingRoute page={pageOf('/booking')} />, { path: '/booking' });
  await expect.element(page.getByText(/cal\.com/)).toBeVisible();
  await page.getByRole('button', { name: messages.en.booking.open }).click();
  await expect.poll(() => document.querySelector('iframe')?.src).toContain('https://cal.com/ada/30min');
  expect(localStorage.getItem('calendar_consent')).toBe('cal.com');
});
