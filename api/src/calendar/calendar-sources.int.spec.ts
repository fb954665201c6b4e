import { randomUUID } from 'node:crypto';
import {
  type CalendarSource,
  type CalendarSourcesAnswer,
  defaultCalendar,
  type TimesAnswer,
} from '@voordeur/contracts/http';
import { calendarSeal } from '@voordeur/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { Site } from '../platform/site.js';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/calendar/sources';
const test = useApp();
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Record<string, unknown>[]>(sql, values);

const own = { provider: 'own' } as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(async () => {
  await query('truncate meetings, calendar, calendar_sources, security_events, outbox cascade');
  await query(`insert into site_settings (key, value) values ('scheduler', $1) on conflict do nothing`, [
    own,
  ]);
  test.app.get(Site).change({ scheduler: own });
});

const added = {
  ...{ kind: 'caldav', name: 'Work', address: 'https://dav.example.org/jane', allDayBlocks: true },
  ...{ userName: 'jane', password: 'app password' },
};
const add = (given: object = {}) => owner.post(path, { ...added, ...given });
const send = (method: 'patch' | 'delete', id: string, body: object = {}) =>
  test.http[method](`${path}/${id}`).set('authorization', owner.bearer()).send(body);
const sourcesOf = ({ body }: { body: unknown }) => (body as CalendarSourcesAnswer).sources;
const read = async () => sourcesOf(await owner.get(path).expect(200));
async function only(): Promise<CalendarSource> {
  const [source, ...more] = await read();
  if (!source || more.length > 0) throw new Error('not one calendar');
  return source;
}

describe('calendars', () => {
  it('are for the owner only', async () => {
    await test.http.get(path).expect(401);
    await test.http.post(path).send(added).expect(401);
  });

  it('are added for a worker to read, sealed, and reported', async () => {
    const [source] = sourcesOf(await add().expect(201));
    expect(source).toMatchObject({
      ...{ kind: 'caldav', name: 'Work', host: 'dav.example.org', userName: 'jane', readAt: null },
      ...{ isReading: true, isOld: false, busy: 0, failure: null },
    });
    expect(JSON.stringify(source)).not.toContain('app password');
    const [row] = await query(
      'select sealed_address as address, sealed_password as password from calendar_sources',
    );
    const seal = calendarSeal(test.config.jwtSecret);
    expect(seal.open(row?.['address'] as Buffer)?.toString()).toBe('https://dav.example.org/jane');
    expect(seal.open(row?.['password'] as Buffer)?.toString()).toBe('app password');
    expect(
      await query('select kind from security_events where kind = $1', ['calendar-changed']),
    ).toHaveLength(1);
  });

  it('have an https address, which Apple calls webcal', async () => {
    await add({ kind: 'ics', address: 'webcal://p1.example.org/a.ics' }).expect(201);
    expect(await only()).toMatchObject({ host: 'p1.example.org' });
    for (const address of ['ftp://example.org', 'example.org', 'https://jane:secret@example.org/'])
      expect((await add({ address }).expect(400)).body).toMatchObject({ details: [{ field: 'address' }] });
  });

  it('are ten at most', async () => {
    for (let count = 0; count < 10; count += 1) await add().expect(201);
    expect((await add().expect(422)).body).toMatchObject({ code: 'too-many-calendars' });
  });

  it('are read again when they are changed, whatever reading is under way', async () => {
    await add();
    const { id } = await only();
    await query(
      `update calendar_sources set due_at = now() + interval '5 minutes', version = 'x', reading = $1, reading_until = now()`,
      [randomUUID()],
    );
    expect(await only()).toMatchObject({ isReading: false });
    await send('patch', id, { allDayBlocks: false }).expect(200);
    expect(await only()).toMatchObject({ isReading: true, allDayBlocks: false });
    expect(await query('select version, reading from calendar_sources')).toEqual([
      { version: null, reading: null },
    ]);
    await send('patch', randomUUID()).expect(404);
  });

  it('go with their busy times', async () => {
    await add();
    const { id } = await only();
    await query(`insert into busy_times values ($1, tstzrange(now(), now() + interval '1 hour'))`, [id]);
    expect(await only()).toMatchObject({ busy: 1 });
    await send('delete', id).expect(200);
    expect(await read()).toEqual([]);
    expect(await query('select from busy_times')).toEqual([]);
    await send('delete', id).expect(404);
  });
});

describe('meetings', () => {
  const url = 'https://dav.example.org/jane/work/';
  async function addWithCalendar(): Promise<string> {
    await add();
    await query(`update calendar_sources set calendars = $1`, [JSON.stringify([{ url, name: 'Work' }])]);
    return (await read()).at(-1)?.id ?? '';
  }
  const planned = () => query(`select payload->>'meetingId' as id from outbox where kind = 'calendar'`);
  const addMeeting = (id: string, startsAt: string, state = 'booked') =>
    query(
      `insert into meetings (id, state, kind, starts_at, ends_at, blocked)
      select $1, $2, 'call', at, at, tstzrange(at, at) from (select now() + $3::interval as at) as times`,
      [id, state, startsAt],
    );

  it('to come are written into the calendar that is chosen, the others are not', async () => {
    const first = await addWithCalendar();
    const second = await addWithCalendar();
    const ahead = randomUUID();
    await addMeeting(ahead, '1 hour');
    await addMeeting(randomUUID(), '-1 hour');
    await addMeeting(randomUUID(), '2 hours', 'cancelled');
    await send('patch', first, { writesTo: url }).expect(200);
    expect(await planned()).toEqual([{ id: ahead }]);
    await send('patch', second, { writesTo: url }).expect(200);
    expect((await read()).map(({ writesTo }) => writesTo)).toEqual([null, url]);
    await send('patch', second, { writesTo: null }).expect(200);
    expect((await read()).map(({ writesTo }) => writesTo)).toEqual([null, null]);
    expect(await planned()).toHaveLength(2);
  });

  it('go into no calendar that was not found there', async () => {
    const id = await addWithCalendar();
    await send('patch', id, { writesTo: 'https://evil.example/' }).expect(400);
  });
});

it('meetings are in a calendar to subscribe to, by an address that can be renewed', async () => {
  const feed = '/api/admin/calendar/feed';
  await test.http.get(feed).expect(401);
  const pathOf = ({ body }: { body: unknown }) => (body as { path: string | null }).path ?? '';
  expect(pathOf(await owner.get(feed).expect(200))).toBe('');
  const first = pathOf(await owner.post(feed).expect(200));
  await query(
    `insert into meetings (id, state, kind, starts_at, ends_at, blocked, title, name, email)
    select gen_random_uuid(), state, 'call', '2031-05-06T10:00Z', '2031-05-06T10:30Z', tstzrange(now(), now()), 'Call', name, 'you@example.org'
    from (values ('booked', 'Anna'), ('cancelled', 'Bert')) as meeting (state, name)`,
  );
  const { text, headers } = await test.http.get(first).expect(200);
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(text).toContain('SUMMARY:Anna: Call');
  expect(text).toContain('DTSTART:20310506T100000Z');
  expect(text).not.toContain('Bert');
  const second = pathOf(await owner.post(feed).expect(200));
  await test.http.get(first).expect(404);
  await test.http.get(second).expect(200);
  await test.http.get('/api/bookings/calendar.ics').expect(404);
  await test.http.delete(feed).set('authorization', owner.bearer()).expect(200);
  await test.http.get(second).expect(404);
});

describe('free times', () => {
  /** Day and night, with a day's notice less than usual. */
  async function openCalendar(): Promise<void> {
    const [kind] = defaultCalendar.kinds;
    const weekly = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
    const kinds = [{ ...kind, weekly, leastNoticeMinutes: 0, bufferAfterMinutes: 30 }];
    await query('insert into calendar (settings, version) values ($1, 1)', [{ ...defaultCalendar, kinds }]);
  }
  async function addRead(readAgo: string | null): Promise<string> {
    const id = randomUUID();
    await query(
      `insert into calendar_sources (id, kind, name, sealed_address, host, all_day_blocks, read_at)
      values ($1, 'ics', 'Work', '', 'example.org', true, now() - $2::interval)`,
      [id, readAgo],
    );
    return id;
  }
  const addBusy = (id: string, fromMs: number, untilMs: number) =>
    query('insert into busy_times values ($1, tstzrange($2, $3))', [id, new Date(fromMs), new Date(untilMs)]);
  const times = async (parameters = '') =>
    (await test.http.get(`/api/bookings/times${parameters}`).expect(200)).body as TimesAnswer;
  const book = (startsAt: string) =>
    test.http.post('/api/bookings').send({
      ...{ id: randomUUID(), kind: 'call', startsAt, email: 'you@example.org', name: 'You', phone: '1' },
      ...{ language: 'ENG', timeZone: 'Europe/London' },
    });

  beforeEach(openCalendar);

  it('leave out busy times, with the room around a meeting', async () => {
    const [first = ''] = (await times()).next;
    const firstMs = Date.parse(first);
    const id = await addRead('1 minute');
    await addBusy(id, firstMs + hourMs, firstMs + 2 * hourMs);
    const { next } = await times();
    // A meeting at half past would end as the busy hour begins, without the half hour after it.
    expect(next.slice(0, 2)).toEqual([first, new Date(firstMs + 2 * hourMs).toISOString()]);
  });

  it('are looked at again when one is booked or moved to', async () => {
    const { next } = await times();
    const [first = '', , , later = ''] = next;
    const id = await addRead('1 minute');
    await addBusy(id, Date.parse(first), Date.parse(first) + hourMs);
    expect((await book(first).expect(409)).body).toMatchObject({ code: 'just-taken' });
    const booked = (await book(later).expect(201)).body as { changeUrl: string };
    const token = new URL(booked.changeUrl, 'http://site.example').searchParams.get('token');
    await test.http.post('/api/bookings/meeting').send({ token, startsAt: first }).expect(409);
  });

  it('begin a day ahead while a reading is older than an hour, and end where it ends', async () => {
    const id = await addRead('61 minutes');
    await addBusy(id, Date.now() + dayMs, Date.now() + dayMs + 2 * hourMs);
    const [first = ''] = (await times()).next;
    expect(Date.parse(first)).toBeGreaterThanOrEqual(Date.now() + dayMs + 2 * hourMs - 60_000);
    await query(`update calendar_sources set read_at = now() - interval '366 days'`);
    expect((await times()).next).toEqual([]);
  });

  it('go on as before where one was never read', async () => {
    await addRead(null);
    const [first = ''] = (await times()).next;
    expect(Date.parse(first)).toBeLessThan(Date.now() + hourMs);
  });
});
