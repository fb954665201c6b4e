import {
  type CalendarAnswer,
  type CalendarSettings,
  type CalendarSource,
  defaultCalendar,
  type MeetingAnswer,
} from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeSite } from '../../config/site';
import { readAdminDrafts } from '../../lib/admin-drafts';
import { hasUnsaved } from '../../lib/unsaved';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import CalendarScreen from './calendar-screen';

const { calendar: words, yourSite, undo, retry } = messages.en.admin;
const read = 'GET /api/admin/calendar';
const save = 'PUT /api/admin/calendar';
const readSources = 'GET /api/admin/calendar/sources';
const readFeed = 'GET /api/admin/calendar/feed';
const sourcesAnswer = (...sources: CalendarSource[]) => ({ body: { sources } });

beforeEach(() => changeSite({ scheduler: { provider: 'own' } }));
afterEach(() => changeSite({}));

const hourMs = 3_600_000;
function meeting(name: string, hoursAhead: number, more: Partial<MeetingAnswer> = {}): MeetingAnswer {
  const startsAt = Date.now() + hoursAhead * hourMs;
  return {
    ...{ id: name, state: 'booked', kind: 'call', title: 'Free call', name, phone: null, notes: null },
    ...{ email: `${name.toLowerCase()}@example.org`, timeZone: 'Europe/Amsterdam', language: 'ENG' },
    ...{ answers: [], leadId: `lead-${name}`, bookedAt: '2026-03-01T09:00:00Z' },
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + hourMs / 2).toISOString(),
    ...more,
  };
}

function answer(change: Partial<CalendarSettings> = {}, version = 1) {
  const settings = { ...defaultCalendar, ...change };
  return {
    body: { settings, version, timeZone: 'Europe/Amsterdam', isChosen: true } satisfies CalendarAnswer,
  };
}

async function open(meetings: MeetingAnswer[] = [], ...answers: ReturnType<typeof answer>[]): Promise<void> {
  await answerCalls('GET /api/admin/calendar/meetings', { body: { timeZone: 'Europe/Amsterdam', meetings } });
  await answerCalls(readSources, sourcesAnswer());
  await answerCalls(readFeed, { body: { path: null } });
  await answerCalls(read, ...(answers.length > 0 ? answers : [answer()]));
  renderAdmin(<CalendarScreen />, { path: '/admin/calendar' });
  await expect.element(saveButton).toBeInTheDocument();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const saveButton = button(yourSite.save);
const field = (name: string) => page.getByLabelText(name, { exact: true });
const begins = (day: string) => field(words.begins.replace('{day}', day));
const ends = (day: string) => field(words.ends.replace('{day}', day));
const list = (name: string) => page.getByRole('region', { name, exact: true });

it('says how to choose it while another calendar is chosen', async () => {
  changeSite({});
  const { body } = answer();
  await answerCalls(read, { body: { ...body, isChosen: false } });
  const meetings = await answerCalls('GET /api/admin/calendar/meetings', { status: 500 });
  renderAdmin(<CalendarScreen />, { path: '/admin/calendar' });
  await expect
    .element(page.getByRole('link', { name: words.toChoice }))
    .toHaveAttribute('href', '/admin/site#booking');
  expect(await meetings.read()).toEqual([]);
});

it('is shown once it is chosen, even if the browser has kept an older page', async () => {
  changeSite({});
  await open();
  await expect.element(page.getByText(words.none)).toBeVisible();
});

it('says that it could not be fetched, and asks again', async () => {
  await answerCalls('GET /api/admin/calendar/meetings', { body: { timeZone: 'UTC', meetings: [] } });
  await answerCalls(readSources, sourcesAnswer());
  await answerCalls(readFeed, { body: { path: null } });
  await answerCalls(read, refusal(503, 'unavailable'), answer());
  renderAdmin(<CalendarScreen />, { path: '/admin/calendar' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.notFetched);
  // The meetings above it move the button when they come.
  await expect.element(page.getByText(words.none)).toBeVisible();
  await button(retry).click();
  await expect.element(saveButton).toBeVisible();
});

describe('meetings', () => {
  it('are today’s first, then those to come, then the others', async () => {
    const anna = meeting('Anna', 0, {
      ...{ phone: '+31 6 12345678', answers: [{ question: 'About what?', answer: 'Invoices' }] },
      timeZone: 'Asia/Tokyo',
    });
    await open([meeting('Dirk', -72, { state: 'no-show' }), anna, meeting('Cleo', 72)]);
    await expect.element(list(words.today)).toHaveTextContent('Anna');
    await expect.element(list(words.today)).toHaveTextContent('Invoices');
    await expect.element(list(words.today)).toHaveTextContent('in Tokyo, where they are');
    await expect.element(list(words.coming)).toHaveTextContent('Cleo');
    await expect.element(list(words.past)).toHaveTextContent(words.noShow);
    await expect
      .element(page.getByRole('link', { name: `${words.toLead} Anna` }))
      .toHaveAttribute('href', '/admin/leads/lead-Anna');
  });

  it('says so if nobody has booked', async () => {
    await open();
    await expect.element(page.getByText(words.none)).toBeVisible();
  });

  it('took place or not, which can be taken back', async () => {
    const anna = meeting('Anna', -1, { state: 'no-show' });
    await open([anna]);
    const sent = await answerCalls('PATCH /api/admin/calendar/meetings/Anna', {
      body: { ...anna, state: 'done' },
    });
    await button(`${words.markDone} Anna`).click();
    await expect.element(toast).toHaveTextContent(words.changedText.replace('{name}', 'Anna'));
    await toast.getByRole('button', { name: undo }).click();
    await expect.poll(sent.read).toMatchObject([{ body: { state: 'done' } }, { body: { state: 'no-show' } }]);
  });

  it('are open again after a mistaken press, at once or later', async () => {
    await open([meeting('Anna', -1), meeting('Dirk', -2, { state: 'done' })]);
    const anna = await answerCalls('PATCH /api/admin/calendar/meetings/Anna', {
      body: meeting('Anna', -1, { state: 'no-show' }),
    });
    await expect.element(button(`${words.markOpen} Anna`)).not.toBeInTheDocument();
    await button(`${words.markNoShow} Anna`).click();
    await toast.getByRole('button', { name: undo }).click();
    await expect
      .poll(anna.read)
      .toMatchObject([{ body: { state: 'no-show' } }, { body: { state: 'booked' } }]);
    const dirk = await answerCalls('PATCH /api/admin/calendar/meetings/Dirk', { body: meeting('Dirk', -2) });
    await button(`${words.markOpen} Dirk`).click();
    await expect.poll(dirk.read).toMatchObject([{ body: { state: 'booked' } }]);
  });

  it('are cancelled after a question, as the visitor gets a mail', async () => {
    await open([meeting('Anna', 30)]);
    const sent = await answerCalls('PATCH /api/admin/calendar/meetings/Anna', refusal(410, 'meeting-over'), {
      body: meeting('Anna', 30, { state: 'cancelled' }),
    });
    const cancel = button(`${words.cancelMeeting} Anna`);
    await cancel.click();
    await page.getByRole('dialog').getByRole('button', { name: words.keep }).click();
    expect(await sent.read()).toEqual([]);
    await cancel.click();
    await page.getByRole('dialog').getByRole('button', { name: words.cancelNow }).click();
    await expect.element(toast).toHaveTextContent(words.over);
    await cancel.click();
    await page.getByRole('dialog').getByRole('button', { name: words.cancelNow }).click();
    await expect.element(toast).toHaveTextContent(words.cancelledText.replace('{name}', 'Anna'));
    expect((await sent.read()).at(-1)).toMatchObject({ body: { state: 'cancelled' } });
  });

  it('have notes, which outlive the screen until they are saved', async () => {
    const anna = meeting('Anna', 30);
    await open([anna]);
    await button(`${words.addNote} Anna`).click();
    await expect.element(field(words.notes)).toHaveFocus();
    await field(words.notes).fill('Bring the contract');
    expect(hasUnsaved()).toBe(true);
    await open([anna]);
    await expect.element(field(words.notes)).toHaveValue('Bring the contract');
    const noted = { ...anna, notes: 'Bring the contract' };
    await answerCalls('GET /api/admin/calendar/meetings', { body: { timeZone: 'UTC', meetings: [noted] } });
    const sent = await answerCalls('PATCH /api/admin/calendar/meetings/Anna', { body: noted });
    await button(words.saveNote).click();
    await expect.element(button(words.saveNote)).not.toBeInTheDocument();
    expect(await sent.read()).toMatchObject([{ body: { notes: 'Bring the contract' } }]);
    await expect.poll(() => readAdminDrafts().size).toBe(0);
  });
});

describe('the times that visitors can choose', () => {
  it('are saved as a whole, with the version that was opened', async () => {
    await open([], answer());
    const sent = await answerCalls(save, answer({}, 2));
    await ends('Monday').fill('12:30');
    await button(words.addHoursOn.replace('{day}', 'Monday')).click();
    await ends('Monday').last().fill('00:00');
    await button(words.copyOf.replace('{day}', 'Monday')).click();
    await field(words.before).selectOptions('15');
    await field(words.most).selectOptions('3');
    await button(words.addDaysOff).click();
    await field(words.firstDay).fill('2027-01-01');
    await page.getByRole('checkbox', { name: words.twoHours }).click();
    await saveButton.click();
    await expect.element(page.getByText(words.saved)).toBeVisible();
    const day = [
      { from: '09:00', to: '12:30' },
      { from: '12:30', to: '24:00' },
    ];
    const [kind] = defaultCalendar.kinds;
    expect(await sent.read()).toMatchObject([
      {
        body: {
          version: 1,
          settings: {
            daysOff: [{ from: '2027-01-01', to: '2027-01-01' }],
            kinds: [
              {
                ...kind,
                ...{ weekly: [day, day, day, day, day, [], []], bufferBeforeMinutes: 15, mostPerDay: 3 },
                remindsTwoHoursBefore: false,
              },
            ],
          },
        },
      },
    ]);
    expect(readAdminDrafts().size).toBe(0);
  });

  it('are wrong at their fields, here and where the api finds them', async () => {
    await open();
    const sent = await answerCalls(
      save,
      refusal(422, 'broken-setting', { details: [{ field: 'kinds.0.weekly.1.0.from', message: 'x' }] }),
    );
    await ends('Monday').fill('08:00');
    await button(words.addException).click();
    await saveButton.click();
    await expect.element(ends('Monday')).toHaveAccessibleDescription(words.endsBefore);
    await expect.element(ends('Monday')).toHaveFocus();
    await expect.element(field(words.exceptionDay)).toHaveAccessibleDescription(words.notDay);
    expect(await sent.read()).toEqual([]);
    await ends('Monday').fill('18:00');
    await field(words.exceptionDay).fill('2027-01-04');
    await saveButton.click();
    await expect.element(begins('Tuesday')).toHaveAccessibleDescription(words.overlaps);
    await expect.element(begins('Tuesday')).toHaveFocus();
  });

  it('aren’t written over if they were changed elsewhere, unless she keeps hers', async () => {
    const theirs = { daysOff: [{ from: '2027-05-05', to: '2027-05-05' }] };
    await open([], answer(), answer(theirs, 2));
    const sent = await answerCalls(save, refusal(409, 'calendar-conflict'), answer({}, 3));
    await begins('Monday').fill('10:00');
    await saveButton.click();
    const alert = page.getByRole('alert').filter({ hasText: yourSite.moved });
    await alert.getByRole('button', { name: yourSite.keepMine }).click();
    await saveButton.click();
    await expect.element(page.getByText(words.saved)).toBeVisible();
    expect((await sent.read()).map(({ body }) => (body as CalendarAnswer).version)).toEqual([1, 2]);
  });

  it('can be those of the other version', async () => {
    const theirs = { daysOff: [{ from: '2027-05-05', to: '2027-05-05' }] };
    await open([], answer(), answer(theirs, 2));
    await answerCalls(save, refusal(409, 'calendar-conflict'));
    await begins('Monday').fill('10:00');
    await saveButton.click();
    await button(yourSite.takeTheirs).click();
    await expect.element(field(words.firstDay)).toHaveValue('2027-05-05');
    await expect.element(begins('Monday')).toHaveValue('09:00');
    await expect.element(saveButton).toBeDisabled();
  });

  it('are of up to three kinds, each with a name in English', async () => {
    await open();
    const sent = await answerCalls(save, answer());
    await button(words.addKind).click();
    await button(words.addKind).click();
    await expect.element(button(words.addKind)).not.toBeInTheDocument();
    await button(`${words.removeKind} 3`).click();
    const names = page.getByRole('group', { name: words.kindName }).getByLabelText('English');
    await saveButton.click();
    await expect.element(names.last()).toHaveAccessibleDescription(yourSite.missingEnglish);
    await names.last().fill('A visit');
    await page.getByLabelText(words.place).last().selectOptions(words.address);
    await field(words.placeAddress).fill('Street 2');
    await saveButton.click();
    await expect.poll(sent.read).toHaveLength(1);
    const [{ body } = { body: null }] = await sent.read();
    const [first, second] = (body as CalendarAnswer).settings.kinds;
    expect(second).toEqual({
      ...first,
      ...{ id: expect.stringMatching(/^kind-/) as string, name: { en: 'A visit' }, questions: [] },
      place: { kind: 'address', text: 'Street 2' },
    });
  });
});

it('folds on a phone: one part is open at a time, and one with a wrong field opens by itself', async () => {
  await page.viewport(375, 812);
  await open();
  const fold = (name: string) =>
    page.getByRole('heading', { name, exact: true, level: 2 }).getByRole('button');
  await expect.element(begins('Monday')).not.toBeVisible();
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(1_500);
  await fold(defaultCalendar.kinds[0]?.name.en ?? '').click();
  await expect.element(begins('Monday')).toBeVisible();
  await ends('Monday').fill('08:00');
  await fold(words.away).click();
  await expect.element(button(words.addDaysOff)).toBeVisible();
  await expect.element(begins('Monday')).not.toBeVisible();
  await saveButton.click();
  await expect.element(ends('Monday')).toHaveFocus();
  await expect.element(button(words.addDaysOff)).not.toBeInTheDocument();
  await page.viewport(1440, 900);
});

it.each([320, 1440])('scrolls sideways at no width (%i px)', async (width) => {
  await page.viewport(width, 800);
  const long = meeting('w'.repeat(80), 2, { email: `${'w'.repeat(60)}@example.org` });
  await open(
    [long],
    answer({ exceptions: [{ date: '2027-01-04', hours: [{ from: '09:00', to: '17:00' }] }] }, 0),
  );
  await expect.element(page.getByText(new RegExp(words.begin))).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await page.viewport(1440, 900);
});

describe('other calendars', () => {
  const { others } = words;
  const source = (more: Partial<CalendarSource> = {}): CalendarSource => ({
    ...{ id: 'work', kind: 'caldav', name: 'Work', host: 'dav.example.org', userName: 'jane' },
    ...{ allDayBlocks: true, readAt: '2026-03-02T09:31:00Z', isOld: false, busy: 214, failure: null },
    ...{ isReading: false, calendars: [], writesTo: null },
    ...more,
  });
  it('say when they were read, and how often she is busy', async () => {
    await answerCalls(readSources, sourcesAnswer(source()));
    await show();
    await expect.element(page.getByText(/Read at .*: 214 busy times\./)).toBeVisible();
    await expect.element(page.getByText('dav.example.org')).toBeVisible();
  });

  it.each<[string, Partial<CalendarSource>, string]>([
    ['the login is refused', { failure: 'login-refused', readAt: null }, others.loginRefused],
    ['the address is of nothing', { failure: 'not-found' }, others.notFound],
    ['the reading is old', { isOld: true, failure: 'not-reached' }, others.old],
  ])('say that %s', async (_, more, sentence) => {
    await answerCalls(readSources, sourcesAnswer(source(more)));
    await show();
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  it('are added, and shown once a worker has read them', async () => {
    await answerCalls(
      readSources,
      sourcesAnswer(),
      sourcesAnswer(source({ isReading: true, readAt: null })),
      sourcesAnswer(source()),
    );
    await show();
    await button(others.add).click();
    await field(others.name).fill('Work');
    await field(others.server).fill('https://dav.example.org');
    await field(others.userName).fill('jane');
    await field(others.password).fill('app password');
    const sent = await answerCalls('POST /api/admin/calendar/sources', sourcesAnswer());
    await button(others.addNow).click();
    await expect.element(page.getByText(/214 busy times/)).toBeVisible();
    expect(await sent.read()).toMatchObject([
      {
        body: {
          ...{ kind: 'caldav', name: 'Work', address: 'https://dav.example.org', allDayBlocks: true },
          ...{ userName: 'jane', password: 'app password' },
        },
      },
    ]);
    expect(JSON.stringify([...readAdminDrafts()])).not.toContain('app password');
  });

  it('with a wrong address are not, and say so', async () => {
    await answerCalls(readSources, sourcesAnswer());
    await show();
    await button(others.add).click();
    await page.getByLabelText(others.kind).selectOptions(others.ics);
    await field(others.name).fill('Work');
    await field(others.secret).fill('example.org');
    await answerCalls('POST /api/admin/calendar/sources', {
      status: 400,
      body: { error: '', code: 'invalid-body', details: [{ field: 'address', message: '' }] },
    });
    await button(others.addNow).click();
    await expect.element(page.getByText(messages.en.admin.deliveries.wrongAddress)).toBeVisible();
  });

  it('take a new password where the server refuses the old one', async () => {
    await answerCalls(readSources, sourcesAnswer(source({ failure: 'login-refused' })));
    await show();
    const sent = await answerCalls('PATCH /api/admin/calendar/sources/work', sourcesAnswer());
    await field(others.newPassword.replace('{name}', 'Work')).fill('another');
    await page.getByRole('listitem').getByRole('button', { name: yourSite.save }).click();
    await expect.poll(() => sent.read()).toMatchObject([{ body: { password: 'another' } }]);
  });

  it('get the meetings in the one that is chosen', async () => {
    const calendars = [{ url: 'https://dav.example.org/jane/work/', name: 'Jane at work' }];
    await answerCalls(readSources, sourcesAnswer(source({ calendars })));
    await show();
    const sent = await answerCalls('PATCH /api/admin/calendar/sources/work', sourcesAnswer());
    await field(others.writes).selectOptions('Jane at work');
    await expect.poll(() => sent.read()).toMatchObject([{ body: { writesTo: calendars[0]?.url } }]);
  });

  it('are removed after a question', async () => {
    await answerCalls(readSources, sourcesAnswer(source()));
    await show();
    const sent = await answerCalls('DELETE /api/admin/calendar/sources/work', sourcesAnswer());
    await button(`${others.remove} Work`).click();
    await expect.element(page.getByRole('dialog')).toHaveTextContent(others.removeText);
    await page.getByRole('dialog').getByRole('button', { name: others.removeNow }).click();
    await expect.poll(() => sent.read()).toHaveLength(1);
  });

  async function show(): Promise<void> {
    await answerCalls('GET /api/admin/calendar/meetings', { body: { timeZone: 'UTC', meetings: [] } });
    await answerCalls(readFeed, { body: { path: null } });
    await answerCalls(read, answer());
    renderAdmin(<CalendarScreen />, { path: '/admin/calendar' });
    await expect.element(button(others.add)).toBeVisible();
  }
});

it('has an address to subscribe to once it is asked for', async () => {
  const { others } = words;
  await open();
  const path = '/api/bookings/calendar.ics?token=secret';
  await answerCalls('POST /api/admin/calendar/feed', { body: { path } });
  await answerCalls(readFeed, { body: { path } });
  await button(others.feedMake).click();
  await expect.element(field(others.feedAddress)).toHaveValue(new URL(path, location.origin).href);
  await expect.element(button(others.feedRenew)).toBeVisible();
});
