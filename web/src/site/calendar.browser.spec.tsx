import { messages } from '@voordeur/contracts/messages';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { framedCalendar } from '../config/calendar';
import { timings } from '../config/timings';
import { SchedulerDialog } from './routes/home-popups';
import { ProposeTimeForm } from './forms/propose-time-form';
import { answerCalls } from '../testing/api';
import { renderSite } from '../testing/render';
import { pageOf } from './pages/paths';
import BookingRoute from './routes/booking.route';
import PrivacyRoute from './routes/privacy.route';
import { SiteFrame } from './site-frame';

const host = new URL(framedCalendar().address).host;
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** As four seconds without an answer do. */
async function lateCalendar() {
  await expect.poll(() => document.querySelector('iframe')).not.toBeNull();
  const wait = vi.mocked(setTimeout).mock.calls.findLast(([, ms]) => ms === timings.schedulerAnswerMs);
  if (!wait) throw new Error('Nothing waits for the calendar.');
  const [end, , ...given] = wait;
  end(...given);
}

/** Another host's frame is only known to work by the message that it sends. */
const answerAfterAll = () =>
  dispatchEvent(new MessageEvent('message', { origin: new URL(framedCalendar().address).origin }));

const popup = () => (
  <SchedulerDialog propose={(onSent) => <ProposeTimeForm onSent={onSent} />} onClose={() => undefined} />
);
const booking = (path: string) => <BookingRoute page={pageOf(path)} />;

it.each(['en', 'nl'] as const)('the popup says where what is entered goes (%s)', async (language) => {
  const words = messages[language].booking;
  const toThem = page.getByText(words.from.replace('{host}', host));
  const toMe = page.getByText(words.toMe.replace('{host}', host));
  renderSite(popup(), { language });
  await expect.element(toThem).toBeVisible();
  await lateCalendar();
  await expect.element(page.getByRole('heading', { name: words.proposeTitle })).toBeVisible();
  await expect.element(toThem).not.toBeInTheDocument();
  await expect.element(toMe).toBeVisible();
  answerAfterAll();
  await button(words.open).click();
  await expect.element(toThem).toBeVisible();
  await expect.element(toMe).not.toBeInTheDocument();
});

describe.each([
  ['en', '/booking'],
  ['nl', '/nl/booking'],
] as const)('the booking page (%s)', (language, path) => {
  const words = messages[language].booking;
  const heading = page.getByRole('heading', { name: words.proposeTitle });
  const down = page.getByText(words.down.replace(/\{promise\}.*/, ''));

  it('shows the form in place of a calendar that is down, and keeps it if that answers after all', async () => {
    renderSite(booking(path), { language, path });
    await button(words.open).click();
    await expect.element(page.getByText(words.loading)).toBeVisible();
    await lateCalendar();
    await expect.element(heading).toHaveFocus();
    await expect.element(down).toBeVisible();
    await page.getByLabelText(words.proposeTime).fill('Thursday');
    answerAfterAll();
    await expect.element(page.getByText(words.afterAll)).toBeVisible();
    await expect.element(page.getByLabelText(words.proposeTime)).toHaveValue('Thursday');
    await button(words.open).click();
    await expect.element(heading).not.toBeInTheDocument();
    await expect.element(page.getByTitle(words.frame)).toBeVisible();
  });

  it('takes no focus from a visitor who pressed nothing', async () => {
    localStorage.setItem('calendar_consent', host);
    renderSite(booking(path), { language, path });
    await lateCalendar();
    await expect.element(heading).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  it('answers a proposal with the hour of the reply, and asks no more', async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const replyBy = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:05:00.000Z`;
    const sent = await answerCalls('POST /api/setups-inquiry', {
      status: 202,
      body: { id: 'one', replyBy, timeZone },
    });
    renderSite(booking(path), { language, path });
    await button(words.open).click();
    await lateCalendar();
    await page.getByLabelText(words.proposeEmail).fill('jane@example.org');
    await page.getByLabelText(words.proposeTime).fill('Thursday');
    await button(words.proposeSubmit).click();
    await expect.element(page.getByText(messages[language].sent.title)).toBeVisible();
    await expect.element(page.getByText(/\d\d:\d\d/)).toBeVisible();
    for (const gone of [heading, down, page.getByText(words.openLink)])
      await expect.element(gone).not.toBeInTheDocument();
    expect(await sent.read()).toMatchObject([{ body: { kind: 'proposal', idea: 'Thursday' } }]);
  });
});

describe('the card of the booking page', () => {
  const card = page.getByRole('region', { name: messages.en.booking.calendar });
  const boxOf = (element: Element | null) => {
    const box = element?.getBoundingClientRect();
    if (!box) throw new Error('It is not on the page.');
    return box;
  };
  const height = () => boxOf(card.element()).height;

  it.each([1440, 1100])(
    'is next to the headline at %i px, in line with the rest, and grows on the bell',
    async (width) => {
      await page.viewport(width, 900);
      renderSite(booking('/booking'));
      await expect.element(card).toBeVisible();
      const [closed, headline] = [boxOf(card.element()), boxOf(document.querySelector('h1'))];
      expect(closed.height).toBe(320);
      expect(closed.left).toBeGreaterThan(headline.right);
      expect(closed.top).toBeLessThan(headline.top);
      const list = page.getByRole('region', { name: messages.en.booking.expect });
      for (const [parts, number] of [
        [page.getByRole('term'), 4],
        [list.getByRole('listitem'), 4],
      ] as const) {
        expect(parts.elements()).toHaveLength(number);
        expect(boxOf(parts.first().element()).top).toBeGreaterThan(closed.bottom);
      }
      const lines = [document.querySelectorAll('dl > div')[1] ?? null, list.getByRole('list').element()];
      expect(lines.map((line) => boxOf(line).left)).toEqual([closed.left, closed.left]);
      const bell = button(messages.en.booking.open);
      expect(boxOf(bell.element()).bottom).toBeLessThan(900);
      expect(bell.element().querySelectorAll('svg')).toHaveLength(1);
      await bell.click();
      await expect.poll(height).toBe(700);
    },
  );

  it.each([375, 320])('has its bell in the first 600 px of a phone (%i px)', async (width) => {
    await page.viewport(width, 667);
    // Else the other language is offered above it.
    localStorage.setItem('user_language_choice', 'nl');
    renderSite(<SiteFrame page={pageOf('/nl/booking')}>{booking('/nl/booking')}</SiteFrame>, {
      language: 'nl',
      path: '/nl/booking',
    });
    const bell = button(messages.nl.booking.open);
    await expect.element(bell).toBeVisible();
    expect(boxOf(bell.element()).bottom).toBeLessThanOrEqual(600);
    await page.viewport(1440, 900);
  });

  it('opens by itself for the host to which the bell gave consent, until that is taken back', async () => {
    renderSite(booking('/booking'));
    await button(messages.en.booking.open).click();
    renderSite(booking('/booking'));
    await expect.poll(() => document.querySelector('iframe')).not.toBeNull();
    renderSite(<PrivacyRoute page={pageOf('/privacy')} />);
    await button(messages.en.booking.forgetButton).click();
    await expect.element(page.getByText(messages.en.booking.forgotten)).toBeVisible();
    renderSite(booking('/booking'));
    await expect.element(button(messages.en.booking.open)).toBeVisible();
    localStorage.setItem('calendar_consent', 'elsewhere.example');
    renderSite(booking('/booking'));
    await expect.element(button(messages.en.booking.open)).toBeVisible();
    expect(document.querySelector('iframe')).toBeNull();
  });
});
