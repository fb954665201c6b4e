import type { BookedAnswer, OfferedKind, TimesAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeSite } from '../../config/site';
import { answerCalls, type Answer, refusal } from '../../testing/api';
import { renderSite } from '../../testing/render';
import { ProposeTimeForm } from '../forms/propose-time-form';
import { pageOf } from '../pages/paths';
import BookingRoute from '../routes/booking.route';
import { SchedulerDialog } from '../routes/home-popups';

const { booking, calendar, meeting, form } = messages.en;
const { timeZone: here } = new Intl.DateTimeFormat().resolvedOptions();

beforeEach(() => changeSite({ scheduler: { provider: 'own' } }));
afterEach(() => changeSite({}));

/** An instant by the visitor's clock. */
function at(daysAhead: number, hours: number, minutes = 0): string {
  const time = new Date();
  time.setDate(time.getDate() + daysAhead);
  time.setHours(hours, minutes, 0, 0);
  return time.toISOString();
}

const call: OfferedKind = {
  ...{
    id: 'call',
    name: { en: 'Free call', nl: 'Gratis gesprek' },
    minutes: 30,
    place: 'phone',
    needsPhone: false,
  },
  questions: [{ en: 'About what?', nl: 'Waarover?' }],
};
const tomorrow = [at(1, 10, 30), at(1, 11), at(1, 14)];

function timesOf(times: string[], more: Partial<TimesAnswer> = {}): Answer {
  const answer: TimesAnswer = {
    ...{ kinds: [call], kind: 'call', timeZone: here, next: times },
    days: [{ date: '2026-01-01', times }],
    ...more,
  };
  return { body: answer };
}

const booked: BookedAnswer = {
  ...{ id: 'one', startsAt: tomorrow[0] ?? '', endsAt: tomorrow[1] ?? '' },
  ...{ place: { kind: 'phone', text: '+31 20 123 4567' }, sendsMail: true },
  changeUrl: '/api/bookings/meeting?token=t&language=en',
};
const held: Answer = {
  status: 201,
  body: { holdId: 'hold', until: new Date(Date.now() + 600_000).toISOString() },
};

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const question = field(calendar.optional.replace('{question}', 'About what?'));
const card = page.getByRole('region', { name: booking.calendar });
const height = () => card.element().getBoundingClientRect().height;

async function open(...answers: Answer[]) {
  const asked = await answerCalls('GET /api/bookings/times', ...answers);
  renderSite(<BookingRoute page={pageOf('/booking')} />, { path: '/booking' });
  return asked;
}

async function fillIn(): Promise<void> {
  await field(meeting.name).fill('Jane');
  await field(meeting.email).fill('jane@example.org');
}

it('shows the next free times at once, and books one', async () => {
  await open(timesOf(tomorrow));
  const holds = await answerCalls('POST /api/bookings/hold', held);
  const sent = await answerCalls('POST /api/bookings', { status: 201, body: booked });
  await expect.element(button('Tomorrow 10:30')).toBeVisible();
  expect(height()).toBe(320);
  expect(document.querySelector('iframe')).toBeNull();

  await button('Tomorrow 10:30').click();
  await expect.element(heading(/10:30 to 11:00/)).toHaveFocus();
  await expect.element(card.getByText(/^I’m keeping this time free/)).toBeVisible();
  expect(height()).toBeGreaterThanOrEqual(700);
  await fillIn();
  await field(meeting.phone).fill('+31 6 12345678');
  await question.fill('Invoices');
  await button(meeting.book).click();

  await expect.element(heading(meeting.isBooked)).toHaveFocus();
  await expect.element(card).toHaveTextContent(calendar.byMail.replace('{email}', 'jane@example.org'));
  await expect
    .element(page.getByRole('link', { name: calendar.change }))
    .toHaveAttribute('href', booked.changeUrl);
  expect(await holds.read()).toMatchObject([{ body: { kind: 'call', startsAt: tomorrow[0] } }]);
  const [{ body } = { body: null }] = await sent.read();
  expect(body).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, kind: 'call', startsAt: tomorrow[0] },
    ...{ email: 'jane@example.org', name: 'Jane', phone: '+31 6 12345678', answers: ['Invoices'] },
    ...{ language: 'ENG', timeZone: here, holdId: 'hold', website: '' },
  });
});

describe('a time that somebody else was faster with', () => {
  const next = [at(2, 9), at(2, 10), at(2, 11)];
  const taken = refusal(409, 'just-taken', { next });

  it('makes place for the three next ones, and what was typed stays', async () => {
    await open(timesOf(tomorrow));
    await answerCalls('POST /api/bookings/hold', held);
    const sent = await answerCalls('POST /api/bookings', taken, { status: 201, body: booked });
    await button('Tomorrow 10:30').click();
    await fillIn();
    await button(meeting.book).click();
    await expect.element(heading(calendar.taken)).toHaveFocus();
    expect(card.getByRole('listitem').elements()).toHaveLength(3);
    await button(/09:00$/).click();
    await expect.element(field(meeting.name)).toHaveValue('Jane');
    await button(meeting.book).click();
    await expect.element(heading(meeting.isBooked)).toBeVisible();
    const bodies = (await sent.read()).map(({ body }) => body as { id: string; startsAt: string });
    expect(bodies.map(({ startsAt }) => startsAt)).toEqual([tomorrow[0], next[0]]);
    expect(bodies[0]?.id).not.toBe(bodies[1]?.id);
  });

  it('is said before the form is filled in, if it can’t be held', async () => {
    await open(timesOf(tomorrow));
    await answerCalls('POST /api/bookings/hold', taken);
    await button('Tomorrow 10:30').click();
    await expect.element(heading(calendar.taken)).toBeVisible();
  });
});

it('goes on without a hold, with one id for each try of the same form', async () => {
  await open(timesOf(tomorrow));
  await answerCalls('POST /api/bookings/hold', refusal(503, 'unavailable'));
  const sent = await answerCalls(
    'POST /api/bookings',
    refusal(503, 'unavailable'),
    'cut off',
    { status: 202, body: { id: 'not ours' } },
    { status: 201, body: booked },
  );
  await button('Tomorrow 10:30').click();
  await fillIn();
  for (const times of [1, 2, 3]) {
    await button(meeting.book).click();
    await expect.element(card.getByRole('alert')).toHaveTextContent(calendar.failed);
    await expect.poll(sent.read).toHaveLength(times);
  }
  await button(meeting.book).click();
  await expect.element(heading(meeting.isBooked)).toBeVisible();
  const bodies = (await sent.read()).map(({ body }) => body as { id: string });
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  expect(bodies.some((body) => 'holdId' in body)).toBe(false);
});

it('points out what is missing, and what the api refuses', async () => {
  await open(timesOf(tomorrow));
  await answerCalls('POST /api/bookings/hold', held);
  await answerCalls(
    'POST /api/bookings',
    refusal(400, 'invalid-body', { details: [{ field: 'phone', message: 'x' }] }),
  );
  await button('Tomorrow 10:30').click();
  await button(meeting.book).click();
  await expect.element(field(meeting.name)).toHaveFocus();
  await expect.element(field(meeting.name)).toHaveAccessibleDescription(calendar.missing);
  await expect.element(field(meeting.email)).toHaveAccessibleDescription(form.emailHint);
  await fillIn();
  await field(meeting.phone).fill('none');
  await button(meeting.book).click();
  await expect.element(field(meeting.phone)).toHaveFocus();
  await expect.element(field(meeting.phone)).toHaveAccessibleDescription(calendar.wrong);
});

it('has the other days in a month, by the keyboard too', async () => {
  const later = at(1, 16, 15);
  const asked = await open(timesOf(tomorrow), timesOf([...tomorrow, later]));
  await answerCalls('POST /api/bookings/hold', held);
  await button(calendar.otherDays).click();
  const month = new Date(later).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
  await expect.element(heading(month)).toHaveFocus();
  const day = button(/, 4 free times$/);
  await expect.element(day).toHaveAttribute('aria-pressed', 'true');
  day.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 3 })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Enter}');
  await expect.element(heading(/16:15 to 16:45/)).toBeVisible();
  const [, { search } = { search: '' }] = await asked.read();
  const first = new Date(`${later.slice(0, 7)}-01T00:00Z`);
  first.setUTCDate(0);
  expect(search).toContain(`kind=call&from=${first.toISOString().slice(0, 10)}&days=3`);
  await button(calendar.otherDays).click();
  await button(calendar.laterMonth).click();
  await expect.element(page.getByText(calendar.noneInMonth)).toBeVisible();
});

it('names the site’s time zone where it isn’t the visitor’s', async () => {
  const timeZone = here === 'Asia/Tokyo' ? 'Europe/Amsterdam' : 'Asia/Tokyo';
  const city = timeZone === 'Asia/Tokyo' ? 'Tokyo' : 'Amsterdam';
  await open(timesOf(tomorrow, { timeZone }));
  await answerCalls('POST /api/bookings/hold', held);
  await answerCalls('POST /api/bookings', { status: 201, body: { ...booked, sendsMail: false } });
  await expect.element(card).toHaveTextContent(`Mine is ${city}.`);
  await button('Tomorrow 10:30').click();
  const there = new Date(tomorrow[0] ?? '').toLocaleTimeString('en-GB', {
    ...{ timeZone, hour: '2-digit', minute: '2-digit' },
  });
  await expect.element(card).toHaveTextContent(`In ${city} that is`);
  await expect.element(card).toHaveTextContent(`${there}.`);
  await fillIn();
  await button(meeting.book).click();
  await expect.element(card).toHaveTextContent('This is where we meet: +31 20 123 4567');
  await expect.element(card).toHaveTextContent(`${there}.`);
});

it('asks first which kind of meeting it is, if there are several', async () => {
  const visit: OfferedKind = { ...call, id: 'visit', name: { en: 'A visit' }, minutes: 60, place: 'address' };
  const kinds = [call, visit];
  const asked = await open(timesOf(tomorrow, { kinds }), timesOf([at(1, 15)], { kinds, kind: 'visit' }));
  await answerCalls('POST /api/bookings/hold', held);
  await button(/^A visit/).click();
  await button('Tomorrow 15:00').click();
  await expect.element(heading(/15:00 to 16:00/)).toBeVisible();
  // The place is no phone call.
  await expect.element(field(meeting.phone)).not.toBeInTheDocument();
  expect((await asked.read()).map(({ search }) => search)).toEqual(['', '?kind=visit']);
});

it.each([
  ['can’t be read', refusal(503, 'unavailable'), booking.down],
  ['are answered by nobody', 'cut off', booking.down],
  ['are all gone', timesOf([]), calendar.none],
] as const)('has the form that proposes a time where free times %s', async (_, answer, why) => {
  await open(answer);
  await expect.element(heading(booking.proposeTitle)).toBeVisible();
  await expect.element(card).toHaveTextContent(why.replace('{promise}', 'within 24 hours'));
  expect(document.activeElement).toBe(document.body);
  expect(height()).toBe(320);
  // As while it was loading, on a phone too.
  await page.viewport(320, 700);
  await expect.poll(height).toBe(430);
  await page.viewport(1440, 900);
});

it.each([1440, 320])('keeps its height until a press, at %i px', async (width) => {
  await page.viewport(width, 700);
  const asked = await answerCalls('GET /api/bookings/times', {
    ...(timesOf(
      Array.from({ length: 6 }, (_, index) => at(6, 9 + index)),
      { timeZone: 'Pacific/Kiritimati' },
    ) as object),
    held: true,
  });
  renderSite(<BookingRoute page={pageOf('/nl/booking')} />, { path: '/nl/booking', language: 'nl' });
  const region = page.getByRole('region', { name: messages.nl.booking.calendar });
  await expect.element(region.getByText(messages.nl.booking.loading)).toBeVisible();
  const before = region.element().getBoundingClientRect().height;
  await asked.release();
  await expect.poll(() => region.getByRole('listitem').elements()).toHaveLength(6);
  expect(region.element().getBoundingClientRect().height).toBe(before);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await page.viewport(1440, 900);
});

it('is in the popup too', async () => {
  await answerCalls('GET /api/bookings/times', timesOf(tomorrow));
  await answerCalls('POST /api/bookings/hold', held);
  renderSite(
    <SchedulerDialog propose={(onSent) => <ProposeTimeForm onSent={onSent} />} onClose={() => undefined} />,
  );
  const dialog = page.getByRole('dialog', { name: booking.frame });
  await dialog.getByRole('button', { name: 'Tomorrow 10:30' }).click();
  await expect.element(dialog.getByLabelText(meeting.name, { exact: true })).toBeVisible();
});
