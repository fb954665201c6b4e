import { randomUUID } from 'node:crypto';
import {
  type BookBody,
  type BookedAnswer,
  type CalendarAnswer,
  type CalendarSettings,
  defaultCalendar,
  type HoldAnswer,
  type JustTakenAnswer,
  type MeetingKind,
  type MeetingsAnswer,
  type TimesAnswer,
} from '@voordeur/contracts/http';
import { beforeEach, describe, expect, it } from 'vitest';
import { Site } from '../platform/site.js';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'door@example.org',
  OWNER_EMAIL: 'owner@example.org',
});
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Record<string, unknown>[]>(sql, values);

const own = { provider: 'own' } as const;

beforeEach(async () => {
  await query('truncate meetings, calendar, outbox cascade');
  await query(`insert into site_settings (key, value) values ('scheduler', $1) on conflict do nothing`, [
    own,
  ]);
  test.app.get(Site).change({ scheduler: own });
});

const [firstKind] = defaultCalendar.kinds as [MeetingKind];

/** Open day and night, so that there are always times. */
async function openCalendar(given: Partial<MeetingKind> = {}): Promise<CalendarSettings> {
  const weekly = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
  const settings = { ...defaultCalendar, kinds: [{ ...firstKind, weekly, ...given }] };
  await query('insert into calendar (settings, version) values ($1, 1)', [settings]);
  return settings;
}

const readTimes = async (parameters = '') =>
  (await test.http.get(`/api/bookings/times${parameters}`).expect(200)).body as TimesAnswer;

async function firstTime(): Promise<string> {
  const [first] = (await readTimes()).next;
  if (first === undefined) throw new Error('nothing is free');
  return first;
}

const formOf = (startsAt: string, given: Partial<BookBody> = {}): BookBody => ({
  id: randomUUID(),
  kind: 'call',
  startsAt,
  email: 'You@Example.org',
  name: 'You',
  phone: '+31 20 123',
  language: 'NL',
  timeZone: 'Europe/London',
  ...given,
});

const post = (body: object, address = '192.0.2.1') =>
  test.http.post('/api/bookings').set('x-real-ip', address).send(body);

async function book(startsAt: string, given: Partial<BookBody> = {}): Promise<BookedAnswer> {
  return (await post(formOf(startsAt, given)).expect(201)).body as BookedAnswer;
}

const hold = (startsAt: string, address = '192.0.2.1') =>
  test.http.post('/api/bookings/hold').set('x-real-ip', address).send({ kind: 'call', startsAt });

const tokenOf = ({ changeUrl }: BookedAnswer) =>
  new URL(changeUrl, 'http://site.example').searchParams.get('token') ?? '';

it('is not found while another calendar is chosen', async () => {
  await query('delete from site_settings');
  test.app.get(Site).change({});
  await test.http.get('/api/bookings/times').expect(404);
  await hold('2026-12-01T10:00:00Z').expect(404);
  await post(formOf('2026-12-01T10:00:00Z')).expect(404);
});

describe('free times', () => {
  it('are those of the default calendar until the owner sets hers', async () => {
    const { kinds, kind, timeZone, next, days } = await readTimes('?days=7');
    expect(kinds).toEqual([expect.objectContaining({ id: 'call', minutes: 30, place: 'phone' })]);
    expect([kind, timeZone, next.length, days.length]).toEqual(['call', 'Europe/Amsterdam', 6, 7]);
    expect(days.flatMap(({ times }) => times)).toEqual(expect.arrayContaining([next[0]]));
  });

  it.each(['?kind=other', '?days=0', '?days=63', '?days=x', '?from=2026-02-30', '?from=soon'])(
    'refuse %s',
    async (parameters) => {
      await test.http.get(`/api/bookings/times${parameters}`).expect(400);
    },
  );
});

describe('a booking', () => {
  it('needs a number where the owner calls', async () => {
    await openCalendar();
    const startsAt = await firstTime();
    const refused = await post({ ...formOf(startsAt), phone: '' }).expect(400);
    expect(refused.body).toMatchObject({ code: 'invalid-body', details: [{ field: 'phone' }] });
    await query(`update calendar set settings = jsonb_set(settings, '{kinds,0,place,text}', '"+31 20 456"')`);
    await post({ ...formOf(startsAt), phone: undefined }).expect(201);
  });

  it('takes the time, once', async () => {
    await openCalendar();
    const startsAt = await firstTime();
    const booked = await book(startsAt);
    expect(booked).toMatchObject({ startsAt, sendsMail: true, place: firstKind.place });
    expect((await readTimes()).next).not.toContain(startsAt);
    const refused = await post(formOf(startsAt)).expect(409);
    expect(refused.body).toMatchObject({ code: 'just-taken', next: (await readTimes()).next.slice(0, 3) });
  });

  it('is one, however often its form is sent', async () => {
    await openCalendar();
    const [first = '', second = ''] = (await readTimes()).next;
    const form = formOf(first);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(form).expect(201)));
    expect(new Set(answers.map(({ body }) => (body as BookedAnswer).id)).size).toBe(1);
    await post({ ...form, startsAt: second }).expect(422);
    expect(await query('select 1 from meetings')).toHaveLength(1);
  });

  it('plans a lead, a report and the mails in its transaction', async () => {
    await openCalendar({ questions: [{ en: 'Why?', nl: 'Waarom?' }] });
    const startsAt = (await readTimes('?days=10')).days.at(5)?.times[0] ?? '';
    const { id } = await book(startsAt, { answers: ['Daarom'], phone: '+31 20 123' });
    const rows = await query(
      'select kind, destination, type, payload from outbox order by due_at, kind, type',
    );
    expect(rows).toMatchObject([
      { kind: 'job', type: 'question', payload: { isBooking: true, email: 'You@Example.org', name: 'You' } },
      {
        kind: 'job',
        type: 'record-booking',
        payload: { provider: 'own', booking: id, status: 'booked', startsAt },
      },
      { kind: 'mail', type: 'meeting-booked', payload: { meetingId: id, sequence: 0 } },
      { kind: 'mail', type: 'meeting-reminder' },
      { kind: 'mail', type: 'meeting-reminder' },
    ]);
    expect((rows[0]?.['payload'] as { idea: string } | undefined)?.idea).toMatch(
      /^Gratis gesprek: .*\n\nWaarom\?\nDaarom$/,
    );
    const due = await query(
      `select extract(epoch from $1::timestamptz - due_at)::int as ahead from outbox where type = 'meeting-reminder' order by 1`,
      [startsAt],
    );
    expect(due.map(({ ahead }) => Math.round(Number(ahead) / 3_600))).toEqual([2, 24]);
  });

  it.each([
    { email: 'nobody' },
    { name: ' ' },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+01:00' },
    { id: 'x' },
    { website: 'https://spam.example' },
    { answers: ['a', 'b', 'c'] },
    { kind: 'other' },
  ])('refuses %j', async (given) => {
    await openCalendar();
    await post(formOf(await firstTime(), given)).expect(400);
    expect(await query('select 1 from meetings')).toEqual([]);
  });

  it.each(['2020-01-01T10:00:00Z', '2099-01-01T10:00:00Z'])('says that %s is gone', async (startsAt) => {
    await openCalendar();
    const refused = await post(formOf(startsAt)).expect(409);
    expect((refused.body as JustTakenAnswer).next).toHaveLength(3);
  });

  it('counts towards the most of a day, which a hold does not', async () => {
    await openCalendar({ mostPerDay: 1 });
    const { days } = await readTimes();
    const [first = '', second = ''] = days.at(5)?.times ?? [];
    await hold(first, '192.0.2.7').expect(201);
    await book(second);
    const day = (await readTimes()).days.at(5);
    expect(day?.times).toEqual([]);
    await post(formOf(days.at(5)?.times[5] ?? '')).expect(409);
  });
});

/** Books one time with a form of its own each, `atOnce` in parallel, and counts the answers by their status. */
async function postAll(startsAt: string, posts: number, atOnce: number): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let left = posts;
  async function postOneByOne(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const answer = await test.fastify.inject({
        method: 'POST',
        url: '/api/bookings',
        payload: formOf(startsAt, { email: `person-${left}@example.org` }),
      });
      counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, postOneByOne));
  return counts;
}

describe('a thousand posts for one time, fifty at once', () => {
  const overlapping = () =>
    query(`select from meetings one join meetings other on one.id < other.id and one.blocked && other.blocked
      where one.state = 'booked' and other.state = 'booked'`);

  it('book it once, and tell all others', async () => {
    await openCalendar();
    expect(await postAll(await firstTime(), 1_000, 50)).toEqual({ 201: 1, 409: 999 });
    expect(await overlapping()).toEqual([]);
  }, 240_000);

  it('would book it again and again without the constraint', async () => {
    await openCalendar();
    await query('alter table meetings drop constraint meetings_once');
    try {
      const counts = await postAll(await firstTime(), 20, 10);
      expect(counts[201]).toBeGreaterThan(1);
      expect(await overlapping()).not.toEqual([]);
    } finally {
      await query('truncate meetings');
      await query(`alter table meetings add constraint meetings_once
        exclude using gist (blocked with &&) where (state in ('held', 'booked'))`);
    }
  });
});

describe('a hold', () => {
  it('keeps a time from others for ten minutes, and its holder books it', async () => {
    await openCalendar();
    const startsAt = await firstTime();
    const held = await hold(startsAt).expect(201);
    const { holdId, until } = held.body as HoldAnswer;
    expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(9 * 60_000);
    expect((await readTimes()).next).not.toContain(startsAt);
    await post(formOf(startsAt)).expect(409);
    await hold(startsAt, '192.0.2.2').expect(409);
    await book(startsAt, { holdId: holdId ?? '' });
    expect(await query('select state from meetings')).toEqual([{ state: 'booked' }]);
  });

  it('is one for each address, and ten in all', async () => {
    await openCalendar();
    const times = (await readTimes()).days.flatMap((day) => day.times);
    for (const startsAt of times.slice(0, 3)) await hold(startsAt).expect(201);
    expect(await query('select 1 from meetings')).toHaveLength(1);
    for (let other = 2; other <= 10; other += 1)
      await hold(times[other + 10] ?? '', `192.0.2.${other}`).expect(201);
    const notHeld = await hold(times[40] ?? '', '192.0.2.11').expect(200);
    expect(notHeld.body).toEqual({ holdId: null, until: null });
    await post(formOf(times[40] ?? '')).expect(201);
  });

  it('that has ended goes when its time is needed', async () => {
    await openCalendar();
    const startsAt = await firstTime();
    await hold(startsAt, '192.0.2.9').expect(201);
    await query(`update meetings set hold_until = now() - interval '1 second'`);
    expect((await readTimes()).next).toContain(startsAt);
    await book(startsAt);
    expect(await query('select state from meetings')).toEqual([{ state: 'booked' }]);
  });
});

describe('the link of a meeting', () => {
  const change = (body: object) => test.http.post('/api/bookings/meeting').send(body);

  it('moves it, in the same row', async () => {
    await openCalendar();
    const [first = '', second = '', third = ''] = (await readTimes()).next;
    const booked = await book(first);
    const other = await book(second, { email: 'other@example.org' });
    const token = tokenOf(booked);
    const moved = await change({ token, startsAt: third }).expect(200);
    expect(moved.body).toMatchObject({ id: booked.id, startsAt: third });
    await change({ token, startsAt: third }).expect(200);
    expect((await readTimes()).next).toContain(first);
    await change({ token, startsAt: other.startsAt }).expect(409);
    const rows = await query('select starts_at, sequence from meetings where id = $1', [booked.id]);
    expect(rows).toEqual([{ starts_at: new Date(third), sequence: 1 }]);
    const reports = await query(`select payload from outbox where type = 'record-booking' order by id`);
    expect(reports.map(({ payload }) => (payload as { status: string }).status)).toEqual([
      'booked',
      'booked',
      'moved',
    ]);
    const mails = await query(`select payload from outbox where type = 'meeting-moved'`);
    expect(mails).toEqual([{ payload: { meetingId: booked.id, sequence: 1 } }]);
  });

  it('cancels it, once, and the time is free again', async () => {
    await openCalendar();
    const booked = await book(await firstTime());
    const token = tokenOf(booked);
    for (let time = 0; time < 2; time += 1) await change({ token }).expect(200);
    expect((await readTimes()).next).toContain(booked.startsAt);
    expect(await query(`select 1 from outbox where type = 'meeting-cancelled'`)).toHaveLength(1);
    await change({ token, startsAt: (await readTimes()).next[2] }).expect(410);
  });

  it('changes nothing once the meeting has begun, or with a token that is not ours', async () => {
    await openCalendar();
    const booked = await book(await firstTime());
    await query(`update meetings set starts_at = now() - interval '1 minute'`);
    await change({ token: tokenOf(booked) }).expect(410);
    await change({ token: `${booked.id}.${'A'.repeat(43)}` }).expect(400);
    await test.http.get('/api/bookings/meeting?token=x').expect(400);
  });
});

describe('without JavaScript', () => {
  const form = (path: string, fields: Record<string, string>, origin = 'http://site.example') =>
    test.http.post(path).set({ host: 'site.example', origin }).type('form').send(fields);
  const page = async (path: string) => {
    const answer = await test.http
      .get(path)
      .expect(200)
      .expect('content-type', /^text\/html/);
    return answer.text;
  };
  /** The fields of the first form of this page that posts or gets there. */
  function fieldsOf(html: string, action: string): Record<string, string> {
    const [, body = ''] = new RegExp(`action="${action}">([^]*?)</form>`).exec(html) ?? [];
    const fields = body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
    return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
  }

  it('somebody chooses a time, books it, moves it and cancels it', async () => {
    await openCalendar();
    const times = await page('/api/bookings/times?language=nl');
    expect(times).toContain('Kies een moment');
    expect(times).not.toContain('<script');
    const chosen = new URLSearchParams(fieldsOf(times, '/api/bookings/times')).toString();
    const fields = fieldsOf(await page(`/api/bookings/times?${chosen}`), '/api/bookings');
    const typed = { name: 'You', email: 'you@example.org', phone: '020 123' };
    const booked = await form('/api/bookings', { ...fields, ...typed }).expect(303);
    const link = String(booked.headers['location']);
    const own = await page(link);
    expect(own).toContain('Je afspraak staat.');

    const [, more = ''] = /href="(\/api\/bookings\/times[^"]*)"/.exec(own) ?? [];
    const move = fieldsOf(await page(more.replaceAll('&amp;', '&')), '/api/bookings/meeting');
    await form('/api/bookings/meeting', move).expect(303);
    expect(await query('select starts_at, sequence from meetings')).toEqual([
      { starts_at: new Date(move['startsAt'] ?? ''), sequence: 1 },
    ]);
    const { token = '' } = fieldsOf(own, '/api/bookings/meeting');
    await form('/api/bookings/meeting', { token }).expect(303);
    expect(await page(link)).toContain('Je afspraak is geannuleerd.');
  });

  it('somebody whose time was taken chooses again', async () => {
    await openCalendar();
    const startsAt = await firstTime();
    await book(startsAt);
    const { id, kind, email, name, language, timeZone } = formOf(startsAt);
    const fields = { id, kind, startsAt, email, name, language, timeZone };
    const answer = await form('/api/bookings', fields).expect(303);
    expect(await page(String(answer.headers['location']))).toContain('role="alert"');
  });

  it('no other site sends the form', async () => {
    await openCalendar();
    const { id, kind, email, name, language, timeZone } = formOf(await firstTime());
    const fields = { id, kind, startsAt: await firstTime(), email, name, language, timeZone };
    for (const origin of ['https://elsewhere.example', 'null'])
      await form('/api/bookings', fields, origin).expect(403);
    expect(await query('select 1 from meetings')).toEqual([]);
  });
});

describe('the owner', () => {
  const path = '/api/admin/calendar';
  const send = (method: 'put' | 'patch', address: string, body: object) =>
    test.http[method](address).set('authorization', owner.bearer()).send(body);

  it('sets her calendar, unless it has changed since she opened it', async () => {
    await test.http.get(path).expect(401);
    const first = (await owner.get(path).expect(200)).body as CalendarAnswer;
    const unset = { settings: defaultCalendar, version: 0, timeZone: 'Europe/Amsterdam' };
    expect(first).toEqual({ ...unset, isChosen: true });
    test.app.get(Site).change({});
    expect((await owner.get(path)).body).toEqual({ ...unset, isChosen: false });
    const settings = { ...defaultCalendar, daysOff: [{ from: '2026-12-24', to: '2027-01-03' }] };
    const saved = await send('put', path, { settings, version: 0 }).expect(200);
    expect(saved.body).toMatchObject({ settings, version: 1 });
    await send('put', path, { settings, version: 0 }).expect(409);
    await send('put', path, { settings, version: 7 }).expect(409);
    await send('put', path, { settings, version: 1 }).expect(200);
    expect((await owner.get(path)).body).toMatchObject({ version: 2 });
  });

  it.each<[string, object]>([
    ['kinds', { kinds: [] }],
    ['kinds.0.id', { kinds: [{ ...firstKind, id: 'A' }] }],
    ['kinds.1.id', { kinds: [firstKind, firstKind] }],
    ['kinds.0.weekly', { kinds: [{ ...firstKind, weekly: [] }] }],
    ['daysOff.0.to', { daysOff: [{ from: '2026-12-24', to: '2026-12-23' }] }],
    ['daysOff.0.from', { daysOff: [{ from: '2026-02-30', to: '2026-12-23' }] }],
    [
      'exceptions.0.hours.0.to',
      { exceptions: [{ date: '2026-12-24', hours: [{ from: '10:00', to: '10:00' }] }] },
    ],
  ])('may not set a wrong %s', async (field, given) => {
    const settings = { ...defaultCalendar, ...given };
    const refused = await send('put', path, { settings, version: 0 }).expect(422);
    expect(refused.body).toMatchObject({ code: 'broken-setting', details: [{ field }] });
  });

  it.each([{}, { version: 0 }, { settings: {}, version: '0' }, { settings: {}, version: 2 ** 40 }])(
    'gets a refusal of %j',
    async (body) => {
      const { status } = await send('put', path, body);
      expect([400, 422]).toContain(status);
    },
  );

  it('sees her meetings, notes something and says what became of them', async () => {
    await openCalendar();
    const { id } = await book(await firstTime(), { phone: '+31 20 123' });
    await hold((await readTimes()).next[2] ?? '').expect(201);
    const { meetings } = (await owner.get(`${path}/meetings`).expect(200)).body as MeetingsAnswer;
    expect(meetings).toMatchObject([
      {
        id,
        state: 'booked',
        title: 'Gratis gesprek',
        timeZone: 'Europe/London',
        phone: '+31 20 123',
        notes: null,
      },
    ]);
    const patch = (body: object) => send('patch', `${path}/meetings/${id}`, body);
    expect((await patch({ notes: 'Called' }).expect(200)).body).toMatchObject({ notes: 'Called' });
    await patch({ state: 'done' }).expect(400);
    await patch({}).expect(400);
    await query(`update meetings set starts_at = now() - interval '1 hour'`);
    for (const state of ['no-show', 'done'])
      expect((await patch({ state }).expect(200)).body).toMatchObject({ state, notes: 'Called' });
    const reports = await query(`select payload from outbox where type = 'record-booking' order by id`);
    expect(reports.map(({ payload }) => (payload as { status: string }).status)).toEqual([
      'booked',
      'no-show',
      'attended',
    ]);
  });

  it('cancels a meeting, and the visitor gets a mail', async () => {
    await openCalendar();
    const { id, startsAt } = await book(await firstTime());
    await send('patch', `${path}/meetings/${id}`, { state: 'cancelled' }).expect(200);
    expect((await readTimes()).next).toContain(startsAt);
    expect(await query(`select 1 from outbox where type = 'meeting-cancelled'`)).toHaveLength(1);
    await send('patch', `${path}/meetings/${randomUUID()}`, { state: 'cancelled' }).expect(404);
  });
});
