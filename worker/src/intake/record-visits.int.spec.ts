import { readSeries } from '@voordeur/testing';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { detectBot } from '../bots/detect-bot.js';
import { metrics } from '../platform/metrics.js';
import { firefox, googlebot, idAt, testIntake, videoViewEvent, visitEvent } from '../testing/intake.js';
import { buildAll, recountDays } from '../testing/recount.js';
import { readSessions } from '../testing/recount-sessions.js';
import { recordVideoViews } from './record-video-views.js';
import { recordVisits } from './record-visits.js';
import { useDatabase, useIntake } from '../testing/hooks.js';

const database = useDatabase();
const intake = useIntake(database);

const { query } = database;
/** The hours of the site that have page views. */
const hours = async () =>
  (
    await query(
      `select (day + (place - 1) * interval '1 hour')::text as hour
      from days, unnest(people_by_hour) with ordinality as h (n, place) where n > 0`,
    )
  ).map(({ hour }) => hour);
const record = (events: unknown[], chunkId = uuidv7()) =>
  recordVisits([{ id: chunkId, data: { events } }], intake);
async function drops(): Promise<Record<string, unknown>> {
  const rows = await query('select reason, events from drops_by_day');
  return Object.fromEntries(rows.map((row) => [row['reason'] as string, row['events']]));
}

describe('a chunk', () => {
  it('becomes rows and figures', async () => {
    await record([
      visitEvent({
        page: '/nl?utm_source=letter&utm_medium=mail',
        referrer: 'https://example.org/list?a=b',
        language: 'NL',
      }),
      visitEvent({ page: '/learn', userAgent: googlebot, address: '66.249.66.1' }),
    ]);
    const [person, bot] = await query('select * from visits order by bot_reason nulls first');
    expect(person).toMatchObject({
      page: '/nl?utm_source=letter&utm_medium=mail',
      referrer: 'https://example.org/list',
      referrer_host: 'example.org',
      utm_source: 'letter',
      utm_medium: 'mail',
      utm_campaign: null,
      source: 'beacon',
      occurred_at: new Date('2026-03-10T12:00:00.000Z'),
      language: 'NL',
      country: 'NL',
      city: expect.any(String) as string,
      device: 'desktop',
      browser: 'Firefox',
      system: 'Linux',
      ip: '145.97.31.0',
      user_agent: null,
      bot_reason: null,
    });
    expect(person?.['visitor']).toHaveLength(16);
    expect(bot).toMatchObject({
      bot_reason: 'user-agent',
      bot_class: 'search',
      bot_name: 'Googlebot',
      user_agent: googlebot,
      ip: '66.249.66.1',
      visitor: null,
      country: 'US',
      referrer: null,
      referrer_host: null,
      language: null,
      device: null,
      browser: null,
      system: null,
    });
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await query('select people, bots from days')).toEqual([{ people: 1, bots: 1 }]);
  });

  it('with several days continues the sessions of each, with the videos watched in them', async () => {
    const imported = { visitor: 'one' };
    const view = (occurredAt: string) =>
      visitEvent({ source: 'import', address: '', userAgent: '', imported, occurredAt });
    const viewing = videoViewEvent({ occurredAt: '2026-03-10T12:05:00.000Z', viewId: uuidv7() });
    await recordVideoViews([{ id: uuidv7(), data: { events: [viewing] } }], intake);
    await record([
      ...[view('2026-03-10T12:00:00.000Z'), view('2026-03-12T12:00:00.000Z')],
      ...[visitEvent(), view('2026-03-14T12:00:00.000Z')],
    ]);
    await record([view('2026-03-10T12:10:00.000Z'), view('2026-03-14T12:10:00.000Z')]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    const sessions = (await readSessions(database.dataSource)).map(({ day, views, videos }) => [
      day,
      views,
      videos,
    ]);
    expect(sessions.map(String).sort()).toEqual([
      '2026-03-10,1,video-1 5',
      '2026-03-10,2,',
      '2026-03-12,1,',
      '2026-03-14,2,',
    ]);
  });

  it.each(['source', 'medium', 'campaign'])('counts a campaign that has a %s alone', async (name) => {
    await record([visitEvent({ page: `/nl?utm_${name}=letter` }), visitEvent({ page: '/nl' })]);
    await buildAll(database.dataSource);
    const value = ['source', 'medium', 'campaign'].map((one) => (one === name ? 'letter' : '')).join('\n');
    expect(await query(`select value, views from values_by_day where dimension = 'campaign'`)).toEqual([
      { value, views: 1 },
    ]);
  });

  it('is looked up in one version of places and bots, with all others of its batch', async () => {
    const version = (country: string) => ({
      places: { locate: () => ({ country, city: null }), builtAt: new Date() },
      detectBot,
      findNetwork: () => null,
    });
    const versions = [version('BE'), version('FR')];
    intake.lookup = { current: () => versions.shift() ?? version('ZZ') };
    const chunk = () => ({ id: uuidv7(), data: { events: [visitEvent(), visitEvent()] } });
    await recordVisits([chunk(), chunk()], intake);
    await recordVisits([chunk()], intake);
    expect(await query('select country, count(*)::int from visits group by 1 order by 1')).toEqual([
      { country: 'BE', count: 4 },
      { country: 'FR', count: 2 },
    ]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
  });

  it('marks a person who may be a robot, and counts them all the same', async () => {
    const hosting = '95.216.1.1';
    const crawler = { userAgent: googlebot, page: '/learn' };
    await record([
      visitEvent({ page: '/a' }),
      visitEvent({ page: '/b', webdriver: true }),
      visitEvent({ page: '/c', address: hosting }),
      visitEvent({ page: '/d', address: '2a01:4f8::1', webdriver: true }),
      visitEvent({ page: '/e', source: 'import', imported: { visitor: 'one' }, address: '', userAgent: '' }),
      visitEvent({ ...crawler, page: '/f', address: '66.249.66.1', webdriver: true }),
      visitEvent({ ...crawler, page: '/g', address: hosting }),
      visitEvent({ ...crawler, page: '/h', address: '10.0.0.1' }),
    ]);
    const rows = await query('select page, suspicion, bot_name, bot_reason from visits order by page');
    expect(rows.map((row) => [row['page'], row['suspicion'], row['bot_name']])).toEqual([
      ['/a', null, null],
      ['/b', 'webdriver', null],
      ['/c', 'hosting-network', null],
      ['/d', 'webdriver', null],
      ['/e', null, null],
      ['/f', null, 'Googlebot'],
      ['/g', null, 'Googlebot (forged)'],
      ['/h', null, 'Googlebot'],
    ]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await query('select people, bots from days')).toEqual([{ people: 5, bots: 3 }]);
  });

  it('keeps what another counter of visits knew of a person', async () => {
    const imported = { visitor: 'session-1', country: 'BE', city: 'Gent' };
    const theirs = (more = imported) =>
      visitEvent({ source: 'import', address: '', userAgent: '', imported: more });
    await record([theirs(), theirs(), theirs({ ...imported, visitor: 'session-2' })]);
    const rows = await query('select country, city, ip, bot_reason from visits');
    expect(rows).toEqual(Array(3).fill({ country: 'BE', city: 'Gent', ip: null, bot_reason: null }));
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await query('select visitors from days')).toEqual([{ visitors: 2 }]);
  });

  it('changes nothing when it runs twice', async () => {
    const events = [
      visitEvent(),
      visitEvent({ source: 'edge' }),
      visitEvent({ userAgent: '' }),
      visitEvent({ page: '/\u0000' }),
      7,
    ];
    const chunkId = uuidv7();
    const counts = await counted();
    await record(events, chunkId);
    const before = await everything();
    const once = await counted();
    expect(once.map((count, index) => count - (counts[index] ?? 0))).toEqual([2, 1, 2]);
    await record(events, chunkId);
    expect(await everything()).toEqual(before);
    expect(await counted()).toEqual(once);
  });

  it('adds only what is new when its events come again in another chunk', async () => {
    const events = [visitEvent(), visitEvent()];
    await record(events);
    await record([...events, visitEvent()]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await query('select people, bots from days')).toEqual([{ people: 3, bots: 0 }]);
  });

  it('is recorded once by workers that run it at the same time', async () => {
    const events = Array.from({ length: 200 }, (_, i) =>
      visitEvent({
        page: `/p${i % 7}`,
        address: `145.97.31.${i % 9}`,
        userAgent: i % 5 ? firefox : googlebot,
      }),
    );
    const chunkId = uuidv7();
    const orders = [events, [...events].reverse(), events.slice(50), events];
    await Promise.all(orders.map((some, i) => record(some, i === 3 ? uuidv7() : chunkId)));
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await query('select count(*)::int as n from visits')).toEqual([{ n: 200 }]);
  });

  it('equals a recount for a year of mixed visits', async () => {
    const pages = ['/', '/nl', '/learn?utm_source=a', '/learn?utm_source=b&utm_campaign=c', '/nl/booking'];
    const referrers = [
      undefined,
      'https://example.org/',
      'http://localhost:8080/nl',
      'http://www.localhost:8080/nl',
      'not a url',
      'android-app://com.example/',
    ];
    const addresses = ['145.97.31.20', '81.2.69.142', '2a02:a000::1', '10.0.0.1', 'nonsense'];
    let seed = 1;
    const random = (n: number) => {
      seed = (seed * 16807) % 2147483647;
      return seed % n;
    };
    const pick = <T>(list: T[]) => list[random(list.length)] as T;
    for (let chunk = 0; chunk < 6; chunk += 1) {
      await record(
        Array.from({ length: 150 }, () => {
          const referrer = pick(referrers);
          return visitEvent({
            occurredAt: new Date(Date.UTC(2025, 11, 30) + random(366 * 86_400) * 1_000).toISOString(),
            page: pick(pages),
            address: pick(addresses),
            userAgent: pick([firefox, `${firefox} x${random(3)}`, googlebot, '', 'curl/8.5.0']),
            ...(referrer !== undefined && { referrer }),
          });
        }),
      );
    }
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await query(`select from values_by_day where dimension = 'referrer'`)).not.toHaveLength(0);
    expect((await query('select distinct month from values_by_month')).length).toBeGreaterThan(11);
  });
});

describe('a flood of programs', () => {
  it('is stored short, and without a referrer', async () => {
    await record([
      visitEvent({
        source: 'edge',
        page: `/${'p'.repeat(2_000)}`,
        userAgent: `curl/8.5.0 ${'a'.repeat(1_000)}`,
        referrer: `https://example.org/${'r'.repeat(2_000)}`,
      }),
    ]);
    expect(
      await query('select length(page) as page, length(user_agent) as agent, referrer from visits'),
    ).toEqual([{ page: 512, agent: 256, referrer: null }]);
  });

  it.each([
    ['edge', '1970-01-01T00:00:00.001Z'],
    ['edge', '2096-05-01T00:00:00.000Z'],
    ['beacon', '2014-12-31T23:59:59.999Z'],
    ['import', '1992-12-31T23:59:59.999Z'],
    ['import', '2096-05-01T00:00:00.000Z'],
  ] as const)('makes no partition and is set aside: %s of %s', async (source, occurredAt) => {
    const partitions = () =>
      query(`select count(*)::int as n from pg_inherits where inhparent = 'visits'::regclass`);
    const before = await partitions();
    await record([visitEvent({ source, occurredAt, userAgent: googlebot })]);
    expect(await partitions()).toEqual(before);
    expect(await query('select reason from rejected_events')).toEqual([
      { reason: 'not a time of its source' },
    ]);
  });

  it('may be as old as its source', async () => {
    const old = [
      visitEvent({ source: 'import', occurredAt: '1993-01-01T00:00:00.000Z' }),
      visitEvent({ source: 'beacon', occurredAt: '2015-01-01T00:00:00.000Z' }),
    ];
    await record(old);
    expect(await query('select source from visits order by occurred_at')).toEqual([
      { source: 'import' },
      { source: 'beacon' },
    ]);
  });

  it('may be of a clock that is 89 days ahead, not 91', async () => {
    const ahead = (days: number) =>
      visitEvent({ occurredAt: new Date(Date.now() + days * 24 * 60 * 60_000).toISOString() });
    const [near, far] = [ahead(89), ahead(91)];
    await record([near, far]);
    expect(await query('select id from visits')).toEqual([{ id: near.id }]);
    expect(await query('select id from rejected_events')).toEqual([{ id: far.id }]);
  });
});

describe('an address', () => {
  it.each(['010.8.8.8', '0x8.8.8.8', '8.8', '1'])(
    'written as only some programs read it is refused: %s',
    async (address) => {
      await record([visitEvent({ source: 'import', address })]);
      expect(await query('select ip, country from visits')).toEqual([{ ip: null, country: 'ZZ' }]);
    },
  );
});

describe('days of the site', () => {
  it.each([
    // 25 October 2026 has 25 hours: 02:30 is lived twice, as one hour of the day.
    ['2026-10-25T00:30:00.000Z', '2026-10-25 02:00:00'],
    ['2026-10-25T01:30:00.000Z', '2026-10-25 02:00:00'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25 23:00:00'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26 00:00:00'],
    // 29 March 2026 has 23: after 01:59 comes 03:00.
    ['2026-03-29T00:59:59.999Z', '2026-03-29 01:00:00'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29 03:00:00'],
    ['2026-03-28T23:00:00.000Z', '2026-03-29 00:00:00'],
    // The year ends at 23:00 UTC, in the partition of the old year's month.
    ['2026-12-31T22:59:59.999Z', '2026-12-31 23:00:00'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01 00:00:00'],
    ['2026-06-30T22:00:00.000Z', '2026-07-01 00:00:00'],
  ])('%s falls in the hour %s', async (occurredAt, hour) => {
    await record([visitEvent({ occurredAt })]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await hours()).toEqual([hour]);
    expect(await query(`select distinct month::text from values_by_month`)).toEqual([
      { month: `${hour.slice(0, 7)}-01` },
    ]);
  });

  it('counts the repeated hour once', async () => {
    await record([
      visitEvent({ occurredAt: '2026-10-25T00:30:00.000Z' }),
      visitEvent({ occurredAt: '2026-10-25T01:30:00.000Z' }),
    ]);
    await buildAll(database.dataSource);
    expect(await hours()).toEqual(['2026-10-25 02:00:00']);
    expect(await query('select people from days')).toEqual([{ people: 2 }]);
  });
});

describe('visitors', () => {
  it('are the same person all day, and another the next', async () => {
    await record([
      visitEvent({ occurredAt: '2026-03-10T10:00:00.000Z' }),
      visitEvent({ occurredAt: '2026-03-10T20:00:00.000Z' }),
      visitEvent({ occurredAt: '2026-03-10T23:30:00.000Z' }),
      visitEvent({ occurredAt: '2026-03-10T10:00:00.000Z', address: '145.97.31.21' }),
    ]);
    await buildAll(database.dataSource);
    expect(await query('select day::text, visitors from days order by 1')).toEqual([
      { day: '2026-03-10', visitors: 2 },
      { day: '2026-03-11', visitors: 1 },
    ]);
    expect(await query('select count(distinct visitor)::int as n from visits')).toEqual([{ n: 3 }]);
  });

  it('share the day’s salt among workers', async () => {
    const other = await testIntake(database.dataSource);
    await record([visitEvent()]);
    await recordVisits([{ id: uuidv7(), data: { events: [visitEvent()] } }], other);
    await buildAll(database.dataSource);
    expect(await query('select visitors from days')).toEqual([{ visitors: 1 }]);
  });
});

describe('drops', () => {
  it('person-at-edge: people are counted by the page itself', async () => {
    const crawler = { userAgent: googlebot, address: '66.249.66.1' };
    await record([visitEvent({ source: 'edge' }), visitEvent({ source: 'edge', ...crawler })]);
    expect(await drops()).toEqual({ 'person-at-edge': 1 });
    expect(await query('select source, bot_name from visits')).toEqual([
      { source: 'edge', bot_name: 'Googlebot' },
    ]);
  });

  it('add up over a day', async () => {
    for (let chunk = 0; chunk < 2; chunk += 1)
      await record([visitEvent({ source: 'edge' }), visitEvent({ source: 'edge', page: '/nl' })]);
    expect(await drops()).toEqual({ 'person-at-edge': 4 });
  });

  it('sealed-month: what retention has removed is not begun again', async () => {
    await query(`insert into sealed_months (month) values ('2019-05-01')`);
    await record([
      visitEvent({ source: 'import', occurredAt: '2019-05-31T23:59:59.000Z' }),
      visitEvent({ source: 'import', occurredAt: '2019-06-01T00:00:00.000Z' }),
    ]);
    expect(await drops()).toEqual({ 'sealed-month': 1 });
    expect(await query('select occurred_at from visits')).toEqual([{ occurred_at: new Date('2019-06-01') }]);
  });
});

describe('a crawler that runs the beacon', () => {
  const seen = { userAgent: googlebot, address: '66.249.66.1', page: '/learn' };
  const edge = (second: string) =>
    visitEvent({ ...seen, source: 'edge', occurredAt: `2026-03-10T12:${second}.000Z` });
  const beacon = (second: string) => visitEvent({ ...seen, occurredAt: `2026-03-10T12:${second}.000Z` });

  it.each([
    ['edge first', () => [[edge('00:00')], [beacon('00:02')]]],
    ['beacon first', () => [[beacon('00:02')], [edge('00:00')]]],
    ['both in one chunk', () => [[edge('00:00'), beacon('00:02')]]],
    [
      'three visits of three pages each way',
      () => [['00:00', '00:10', '00:20'].map(edge), ['00:01', '00:11', '00:21'].map(beacon)],
    ],
  ])('is one record: %s', async (_, chunks) => {
    const given = chunks();
    const ids = given.map(() => uuidv7());
    for (const [i, events] of given.entries()) await record(events, ids[i]);
    const once = await everything();
    for (const events of given) await record(events); // the same events in other chunks
    expect(await everything()).toEqual(once);
    const events = given.flat();
    expect(await query('select count(*)::int as n from visits')).toEqual([{ n: events.length / 2 }]);
    const accounted = await query('select id, joined_id from visits');
    expect(accounted.flatMap((row) => [row['id'], row['joined_id']]).sort()).toEqual(
      events.map((e) => e.id).sort(),
    );
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
  });

  it.each([
    ['two at the edge', () => [edge('00:00'), edge('00:02')]],
    ['more than a minute apart', () => [edge('00:00'), beacon('01:01')]],
    ['another page', () => [edge('00:00'), { ...beacon('00:02'), page: '/nl' }]],
    ['another address', () => [edge('00:00'), { ...beacon('00:02'), address: '66.249.66.2' }]],
    ['an import', () => [beacon('00:00'), { ...edge('00:02'), source: 'import' as const }]],
  ])('is two records: %s', async (_, events) => {
    for (const event of events()) await record([event]);
    expect(await query('select count(*)::int as n from visits')).toEqual([{ n: 2 }]);
    expect(await drops()).toEqual({});
  });

  it('counts the one that was left out once', async () => {
    const chunkId = uuidv7();
    await record([edge('00:00')]);
    const twin = [beacon('00:02')];
    await record(twin, chunkId);
    await record(twin, chunkId);
    expect(await drops()).toEqual({ 'seen-at-both': 1 });
  });
});

describe('the follow-up', () => {
  it('is planned with the rows, and with what is not set aside', async () => {
    const seen: string[][] = [];
    const followUp = (_tx: unknown, visits: { page: string }[]) => {
      seen.push(visits.map((visit) => visit.page));
      return Promise.resolve();
    };
    const events = [visitEvent({ page: '/nl/booking' }), visitEvent({ source: 'edge' })];
    await recordVisits([{ id: uuidv7(), data: { events } }], intake, followUp);
    expect(seen).toEqual([['/nl/booking']]);
  });

  it('takes the rows with it when it fails', async () => {
    const chunkId = uuidv7();
    const events = [visitEvent()];
    let failed = 0;
    const failing = () => Promise.reject(new Error(`away ${(failed += 1)}`));
    // Not tried in pieces, as data that is refused is: the job does it again, in one transaction.
    await expect(recordVisits([{ id: chunkId, data: { events } }], intake, failing)).rejects.toThrow(
      'away 1',
    );
    expect(await query('select id from visits')).toEqual([]);
    await record(events, chunkId);
    expect(await query('select id from visits')).toHaveLength(1);
  });
});

it('a chunk says how many of its new page views are bots, and why', async () => {
  const known = visitEvent({ userAgent: '' });
  await record([known], uuidv7());
  const chunkId = uuidv7();
  const events = [known, visitEvent(), visitEvent({ userAgent: '' }), visitEvent({ userAgent: googlebot })];
  await record([...events, visitEvent({ userAgent: googlebot, page: '/learn' })], chunkId);
  expect(await query('select stored, bots from recorded_chunks where id = $1', [chunkId])).toEqual([
    { stored: 4, bots: { 'no-agent': 1, 'user-agent': 2 } },
  ]);
});

describe('an event that can never become a row', () => {
  it('is set aside, and the rest of its chunk is stored', async () => {
    const nul = visitEvent({ page: '/a\u0000b' });
    const events = [visitEvent(), nul, ...Array.from({ length: 9 }, () => visitEvent())];
    const chunkId = uuidv7();
    await record(events, chunkId);
    await record(events, chunkId);
    expect(await query('select id, queue, reason from rejected_events')).toEqual([
      { id: nul.id, queue: 'visits', reason: expect.stringContaining('invalid byte sequence') as string },
    ]);
    expect(await query('select stored from recorded_chunks')).toEqual([{ stored: 10 }]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await query('select people, bots from days')).toEqual([{ people: 10, bots: 0 }]);
  });

  it.each([
    ['no list at all', 'nonsense', 'must be object'],
    ['nothing', null, 'must be object'],
    [
      'an event without its page',
      { events: [{ ...visitEvent(), page: undefined }] },
      "must have required property 'page'",
    ],
    ['an event whose page is a number', { events: [{ ...visitEvent(), page: 7 }] }, '/page must be string'],
    ['an event that is a number', { events: [7] }, 'must be object'],
    [
      'an id of another time',
      { events: [{ ...visitEvent(), id: idAt('2020-01-01T00:00:00.000Z', 'x') }] },
      'the id is not of its time',
    ],
  ])('is set aside: %s', async (_, data, reason) => {
    const chunkId = uuidv7();
    await recordVisits([{ id: chunkId, data }], intake);
    await recordVisits([{ id: chunkId, data }], intake);
    expect(await query('select reason from rejected_events')).toEqual([{ reason }]);
    expect(await query('select count(*)::int as n from visits')).toEqual([{ n: 0 }]);
  });

  it('is set aside each for itself', async () => {
    await record([7, visitEvent(), 8]);
    expect(await query('select event from rejected_events order by event')).toEqual([
      { event: '7' },
      { event: '8' },
    ]);
    expect(await query('select count(*)::int as n from visits')).toEqual([{ n: 1 }]);
  });

  it('fails all chunks of a batch, each of which can then be tried alone', async () => {
    const chunkOf = (...events: unknown[]) => ({ id: uuidv7(), data: { events } });
    const chunks = [chunkOf(visitEvent()), chunkOf(visitEvent({ page: '/a\u0000b' }), visitEvent())];
    await expect(recordVisits(chunks, intake)).rejects.toThrow('invalid byte sequence');
    expect(await query('select id from recorded_chunks')).toEqual([]);
    expect(await query('select id from rejected_events')).toEqual([]);
    for (const chunk of chunks) await recordVisits([chunk], intake);
    expect(await query('select stored from recorded_chunks')).toEqual([{ stored: 1 }, { stored: 1 }]);
  });

  it('does not keep a drop from being counted once, whatever else of its chunk is stored', async () => {
    const crawler = { userAgent: googlebot, address: '66.249.66.1', page: '/learn' };
    const events = [
      visitEvent({ ...crawler, source: 'edge' }),
      visitEvent({ page: '/a\u0000b' }),
      visitEvent({ source: 'edge' }),
      visitEvent(crawler),
      visitEvent(),
    ];
    await record(events);
    expect(await drops()).toEqual({ 'person-at-edge': 1, 'seen-at-both': 1 });
    expect(await query('select stored from recorded_chunks')).toEqual([{ stored: 2 }]);
  });

  it('does not take the escapes of a campaign for it', async () => {
    await record([visitEvent({ page: '/nl?utm_source=a%00b&utm_medium=%ff' })]);
    expect(await query('select utm_source from visits')).toEqual([{ utm_source: 'a b' }]);
  });

  it('is not confused with one stored while a service is away', async () => {
    const [nul, good] = [visitEvent({ page: '/a\u0000b' }), visitEvent()];
    const chunk = { id: uuidv7(), data: { events: [nul, good] } };
    const failing = (_tx: unknown, visits: { id: string }[]) =>
      visits.some((visit) => visit.id === nul.id) ? Promise.resolve() : Promise.reject(new Error('away'));
    await expect(recordVisits([chunk], intake, failing)).rejects.toThrow('away');
    expect(await query('select id from rejected_events')).toEqual([{ id: nul.id }]);
    expect(await query('select id from recorded_chunks')).toEqual([]);
    await recordVisits([chunk], intake);
    expect(await query('select id from visits')).toEqual([{ id: good.id }]);
  });

  it('does not take a missing partition for it', async () => {
    await record([visitEvent({ source: 'import', occurredAt: '2011-01-05T00:00:00.000Z' })]);
    await query('drop table visits_2011_01');
    const late = visitEvent({ source: 'import', occurredAt: '2011-01-06T00:00:00.000Z' });
    await expect(record([late])).rejects.toThrow('no partition');
    await record([late]); // the job is tried again
    expect(await query('select id from visits')).toEqual([{ id: late.id }]);
  });
});

/** Events of page views that this process has stored, dropped and set aside, as its metrics say. */
async function counted(): Promise<number[]> {
  const series = readSeries(await metrics.registry.metrics());
  return ['"stored",reason=""', '"dropped",reason="person-at-edge"', '"set-aside",reason=""'].map(
    (labels) => series[`voordeur_events_total{queue="visits",outcome=${labels}}`] ?? 0,
  );
}

async function everything() {
  return {
    visits: await query('select * from visits order by id'),
    figures: (await recountDays(database.dataSource)).kept,
    drops: { ...(await drops()), 'seen-at-both': undefined },
    rejected: await query('select id from rejected_events'),
  };
}
