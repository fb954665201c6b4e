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
  await query(
    'truncate meetings, calendar, outbox, webhook_endpoints, push_subscriptions, push_settings cascade',
  );
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

describe('the owner gets', () => {
  const addDevice = () =>
    query(
      `insert into push_subscriptions (id, endpoint, p256dh, auth, language) values ($1, 'https://push.example/', '', '', 'en')`,
      [randomUUID()],
    );
  const change = (booked: BookedAnswer, startsAt?: string) =>
    test.http
      .post('/api/bookings/meeting')
      .send({ token: tokenOf(booked), startsAt })
      .expect(200);
  const pushes = async () =>
    (await query(`select payload from outbox where kind = 'push' order by id`)).map(
      ({ payload }) => (payload as { status: string }).status,
    );

  it('a webhook of each change, planned with it', async () => {
    await openCalendar({ questions: [{ en: 'Why?', nl: 'Waarom?' }] });
    await query(`insert into webhook_endpoints (name) values ('booking')`);
    const [first = '', second = ''] = (await readTimes()).next;
    const booked = await book(first, { answers: ['Daarom'] });
    await change(booked, second);
    await change(booked, second);
    await change(booked);
    const person = { bookingId: booked.id, email: 'You@example.org', name: 'You', phone: '+31 20 123' };
    const meeting = {
      ...person,
      ...{ title: 'Gratis gesprek', timeZone: 'Europe/London', language: 'NL', answers: 'Waarom?\nDaarom' },
    };
    const endOf = (startsAt: string) => new Date(Date.parse(startsAt) + 1_800_000).toISOString();
    const [after, before] = [second, first].map((startsAt) => ({ startsAt, endsAt: endOf(startsAt) }));
    expect(
      await query(
        `select destination, type, payload, lead_id = (select lead_id from meetings) as "isOfLead" from outbox
        where kind = 'webhook' order by id`,
      ),
    ).toEqual(
      [
        { type: 'booking.created', payload: { ...meeting, ...before } },
        { type: 'booking.moved', payload: { ...meeting, ...after, movedFrom: first } },
        { type: 'booking.cancelled', payload: { ...meeting, ...after } },
      ].map((row) => ({ destination: 'booking', isOfLead: true, ...row })),
    );
  });

  it.each([
    ['no address', `insert into webhook_endpoints (name, configured) values ('booking', false)`],
    ['an address of something else', `insert into webhook_endpoints (name) values ('question')`],
  ])('no webhook with %s', async (_, sql) => {
    await openCalendar();
    await query(sql);
    await book(await firstTime());
    expect(await query(`select from outbox where kind = 'webhook'`)).toEqual([]);
  });

  it('a push of what visitors do, and of nothing that she does', async () => {
    await openCalendar();
    await addDevice();
    const [first = '', second = ''] = (await readTimes()).next;
    const booked = await book(first);
    await change(booked, second);
    await test.http
      .patch(`/api/admin/calendar/meetings/${booked.id}`)
      .set('authorization', owner.bearer())
      .send({ state: 'cancelled' })
      .expect(200);
    expect(await pushes()).toEqual(['booked', 'moved']);
    await query(`insert into push_settings (kinds) values ('{question}')`);
    await book(first);
    expect(await pushes()).toHaveLength(2);
  });

  it('no push without a device, and ten at most in ten minutes', async () => {
    await openCalendar();
    const [first = '', second = '', third = ''] = (await readTimes()).next;
    const booked = await book(first);
    expect(await pushes()).toEqual([]);
    await addDevice();
    for (let moves = 0; moves < 12; moves += 1) await change(booked, moves % 2 === 0 ? second : third);
    expect(await pushes()).toHaveLength(10);
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

  it('somebody who made a mistake gets the form again with what they typed, and what is wrong', async () => {
    await openCalendar({ questions: [{ en: 'Why?', nl: 'Waarom?' }] });
    const { id, kind, startsAt, language, timeZone } = formOf(await firstTime());
    const fields = { id, kind, startsAt, language, timeZone };
    const typed = { name: ' ', email: 'you@<b>', answer: 'Because "so"' };
    const refused = await form('/api/bookings', { ...fields, ...typed })
      .expect(400)
      .expect('content-type', /^text\/html/);
    expect(refused.text).toContain('Vul je naam in.');
    expect(refused.text).toContain('Kijk je e-mailadres nog even na.');
    expect(refused.text).toContain('value="you@&lt;b&gt;"');
    expect(refused.text).toContain('>Because &quot;so&quot;</textarea>');
    const again = fieldsOf(refused.text, '/api/bookings');
    const noNumber = await form('/api/bookings', { ...again, name: 'You', email: 'you@example.org' }).expect(
      400,
    );
    expect(noNumber.text).toContain('Vul je telefoonnummer in');
    await form('/api/bookings', { ...again, name: 'You', email: 'you@example.org', phone: '020 1' }).expect(
      303,
    );
  });

  it.each<[string, number, string, Record<string, string>]>([
    ['/api/bookings', 400, 'Nothing was booked', { kind: 'other' }],
    ['/api/bookings', 400, 'Nothing was booked', {}],
    ['/api/bookings/meeting', 400, 'This link isn’t valid', { token: 'x' }],
    ['/api/bookings/meeting', 400, 'Nothing was booked', {}],
  ])(
    'a form for %s that no page of ours sends is refused in words (%i, %s)',
    async (path, status, words, fields) => {
      await openCalendar();
      const refused = await form(path, fields)
        .expect(status)
        .expect('content-type', /^text\/html/);
      expect(refused.text).toContain(words);
      const [, times = ''] = /href="(\/api\/bookings\/times[^"]*)"/.exec(refused.text) ?? [];
      await page(times.replaceAll('&amp;', '&'));
    },
  );

  it('a meeting that has begun is shown so, and a broken link says so', async () => {
    await openCalendar();
    const booked = await book(await firstTime());
    await query(`update meetings set starts_at = now() - interval '1 minute'`);
    const answer = await form('/api/bookings/meeting', { token: tokenOf(booked) }).expect(303);
    expect(await page(String(answer.headers['location']))).toContain('De afspraak is begonnen');
    const broken = await test.http.get('/api/bookings/meeting?token=x&language=nl').expect(400);
    expect(broken.text).toContain('Deze link klopt niet.');
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
    expect((await patch({ state: 'booked' }).expect(200)).body).toMatchObject({ state: 'booked' });
    await patch({}).expect(400);
    await query(`update meetings set starts_at = now() - interval '1 hour'`);
    for (const state of ['no-show', 'done', 'booked', 'no-show', 'booked'])
      expect((await patch({ state }).expect(200)).body).toMatchObject({ state, notes: 'Called' });
    const reports = await query(`select payload from outbox where type = 'record-booking' order by id`);
    expect(reports.map(({ payload }) => (payload as { status: string }).status)).toEqual([
      'booked',
      'no-show',
      'attended',
      'no-show',
      'attended',
    ]);
  });

  it('takes nothing back whose time was given away since', async () => {
    await openCalendar();
    const { id } = await book(await firstTime());
    const patch = (state: string) => send('patch', `${path}/meetings/${id}`, { state });
    await query(`update meetings set starts_at = now() - interval '1 minute'`);
    await patch('no-show').expect(200);
    await query(
      `insert into meetings (id, state, kind, starts_at, ends_at, blocked)
      select gen_random_uuid(), 'booked', kind, starts_at, ends_at, blocked from meetings`,
    );
    await patch('booked').expect(409);
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
