import { type CaldavProgram, hasCaldav, startCaldav } from '@voordeur/testing';
import { calendarSeal } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemLookup } from '../platform/checked-addresses.js';
import { isPublicAddress } from '../platform/public-address.js';
import { useDatabase, useReceiver } from '../testing/hooks.js';
import type { HowToAsk } from './caldav.js';
import { readNextSource } from './calendar-reader.js';

const database = useDatabase();
const { query } = database;
const jwtSecret = 'a secret of sixteen bytes or more';

const hourMs = 3_600_000;
/** Tomorrow, at a whole hour. */
const nextHourMs = Math.ceil(Date.now() / hourMs) * hourMs + 24 * hourMs;
const utc = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');
const eventOf = (id: string, startMs: number, ...more: string[]) => [
  ...['BEGIN:VEVENT', `UID:${id}`, `DTSTAMP:${utc(Date.now())}`, `DTSTART:${utc(startMs)}`, 'DURATION:PT1H'],
  ...[...more, 'END:VEVENT'],
];
const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...lines, 'END:VCALENDAR', ''].join('\r\n');

async function addSource(
  kind: 'caldav' | 'ics',
  address: string,
  login?: { userName: string; password: string },
) {
  const seal = calendarSeal(jwtSecret);
  await query(
    `insert into calendar_sources (id, kind, name, host, sealed_address, user_name, sealed_password, all_day_blocks)
    values ($1, $2, 'Work', '', $3, $4, $5, true)`,
    [
      ...[uuidv7(), kind, seal.close(Buffer.from(address)), login?.userName ?? null],
      login ? seal.close(Buffer.from(login.password)) : null,
    ],
  );
}

/** Makes every source due and reads one; what it says then. */
async function read(how: Partial<HowToAsk> = {}) {
  await query('update calendar_sources set due_at = now()');
  await readNextSource(database.dataSource, {
    jwtSecret,
    site: { timeZone: 'Europe/Amsterdam', ownHost: 'site.example' },
    how: {
      isAllowed: () => true,
      lookUp: systemLookup,
      allowPlain: true,
      stop: new AbortController().signal,
      ...how,
    },
  });
  const [row] = await query(
    `select failure, read_at is not null as "isRead", due_at > now() + interval '4 minutes' as "isPlanned",
      reading is null as "isFree" from calendar_sources`,
  );
  return row;
}

const done = { failure: null, isRead: true, isPlanned: true, isFree: true };
const failed = (failure: string) => ({ ...done, failure, isRead: false });

const busy = async () =>
  (await query('select lower(during) as start from busy_times order by 1')).map(({ start }) =>
    (start as Date).getTime(),
  );

describe('a secret address', () => {
  const server = useReceiver();

  it('is read again only when it has changed', async () => {
    let text = calendarOf(...eventOf('a', nextHourMs));
    server.answerWith((response, { headers }) => {
      const etag = `"${text.length}"`;
      if (headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag, 'content-type': 'text/calendar' }).end(text);
    });
    await addSource('ics', server.url);
    expect(await read()).toEqual(done);
    expect(await busy()).toEqual([nextHourMs]);
    expect(await read()).toEqual(done);
    expect(await busy()).toEqual([nextHourMs]);
    text = calendarOf(...eventOf('a', nextHourMs + hourMs), ...eventOf('b', nextHourMs + 2 * hourMs));
    await read();
    expect(await busy()).toEqual([nextHourMs + hourMs, nextHourMs + 2 * hourMs]);
    expect(server.requests.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([
      ...[false, true, true],
    ]);
  });

  it.each([
    ['login-refused', 401, ''],
    ['not-found', 404, ''],
    ['server-failed', 500, ''],
    ['not-readable', 200, '<html>Sign in</html>'],
    ['too-large', 200, 'x'.repeat(10_000_001)],
  ])('that is %s keeps what was read before', async (failure, status, body) => {
    server.answerWith((response) => response.end(calendarOf(...eventOf('a', nextHourMs))));
    await addSource('ics', server.url);
    await read();
    server.answerWith((response) => response.writeHead(status).end(body));
    expect(await read()).toEqual({ ...done, failure });
    expect(await busy()).toEqual([nextHourMs]);
  });

  it('in our own network, unencrypted, or led to from outside, is not asked for', async () => {
    await addSource('ics', server.url);
    expect(await read({ isAllowed: isPublicAddress })).toEqual(failed('address-not-allowed'));
    expect(await read({ allowPlain: false })).toEqual(failed('address-not-allowed'));
    expect(server.requests).toEqual([]);
    server.answerWith((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    expect(await read()).toEqual(failed('address-not-allowed'));
    expect(server.requests).toHaveLength(1);
  });

  it('that hangs, breaks off or leads round in circles has failed', async () => {
    await addSource('ics', server.url);
    server.answerWith(() => undefined);
    expect(await read({ timeoutMs: 100 })).toEqual(failed('not-reached'));
    server.answerWith((response) => {
      response
        .writeHead(200, { 'content-length': '1000' })
        .write('BEGIN:VCALENDAR', () => response.destroy());
    });
    expect(await read()).toEqual(failed('not-reached'));
    server.answerWith((response) => response.writeHead(302, { location: '/hook' }).end());
    expect(await read()).toEqual(failed('server-failed'));
  });

  it('that can no longer be opened asks for another', async () => {
    await addSource('ics', server.url);
    await query(`update calendar_sources set sealed_address = 'wrong, but long enough to be opened'`);
    expect(await read()).toEqual(failed('password-needed'));
  });

  it('stores nothing of a reading that a change has overtaken', async () => {
    await addSource('ics', server.url);
    server.answerWith((response) => {
      void query('update calendar_sources set reading = null, all_day_blocks = false').then(() =>
        response.end(calendarOf(...eventOf('a', nextHourMs))),
      );
    });
    expect(await read()).toMatchObject({ isRead: false, isPlanned: false });
    expect(await busy()).toEqual([]);
  });
});

describe.each<CaldavProgram>(['radicale', 'xandikos'])('%s', (program) => {
  describe.skipIf(!hasCaldav(program))('(skipped where it is not installed)', () => {
    const server = {} as Awaited<ReturnType<typeof startCaldav>>;
    beforeAll(async () => {
      Object.assign(server, await startCaldav(program));
    });
    afterAll(() => server.stop());

    it('says when she is busy, whichever address of it was given', async () => {
      await server.put('weekly', eventOf('weekly', nextHourMs, 'RRULE:FREQ=WEEKLY;COUNT=3'));
      await server.put('free', eventOf('free', nextHourMs + hourMs, 'TRANSP:TRANSPARENT'));
      const weekMs = 7 * 24 * hourMs;
      for (const address of [server.calendar, server.url, new URL('/', server.url).href]) {
        await query('truncate calendar_sources cascade');
        await addSource('caldav', address, server);
        expect(await read()).toEqual(done);
        expect(await busy()).toEqual([nextHourMs, nextHourMs + weekMs, nextHourMs + 2 * weekMs]);
        const [row] = await query('select calendars from calendar_sources');
        expect(row?.['calendars']).toMatchObject([{ url: server.calendar }]);
      }
      await server.request('DELETE', 'weekly.ics');
      await server.put('later', eventOf('later', nextHourMs + 5 * hourMs));
      await read();
      expect(await busy()).toEqual([nextHourMs + 5 * hourMs]);
    });

    it('that is killed or hangs keeps what was read, and is read once it is back', async () => {
      await addSource('caldav', server.url, server);
      await read();
      const before = await busy();
      expect(before).toHaveLength(1);
      server.pause();
      expect(await read({ timeoutMs: 300 })).toEqual({ ...done, failure: 'not-reached' });
      server.resume();
      await server.kill();
      expect(await read()).toEqual({ ...done, failure: 'not-reached' });
      expect(await busy()).toEqual(before);
      await server.start();
      expect(await read()).toEqual(done);
    });
  });
});

it.skipIf(!hasCaldav('radicale'))('says that a password is wrong', async () => {
  const server = await startCaldav('radicale');
  try {
    await addSource('caldav', server.url, { userName: 'jane', password: 'wrong' });
    expect(await read()).toEqual(failed('login-refused'));
  } finally {
    await server.stop();
  }
});
