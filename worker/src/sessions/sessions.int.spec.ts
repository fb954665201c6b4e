import { reportedGoals } from '@voordeur/contracts/http';
import fc from 'fast-check';
import { writeTimeZone } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordGoals } from '../goals/record-goals.js';
import { hashVisitor } from '../intake/anonymize.js';
import { buildSessions } from '../rollups/recount-sessions.js';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { firefox, goalEvent, googlebot, testIntake, videoViewEvent, visitEvent } from '../testing/intake.js';
import { readSessions, recountSessions } from '../testing/recount-sessions.js';
import { recordVideoViews } from '../video-views/record-video-views.js';
import { recordVisits } from '../visits/record-visits.js';
import { reachGoal } from './extras.js';
import { lockDays, lockVisitors } from './lock-sessions.js';
import { classOf, sourceClassSql } from './source-class.js';

const database = useDatabase();
const intake = useIntake(database);
const { query } = database;

const at = (time: string) => `2026-03-10T${time}Z`;
const view = (time: string, page = '/nl', more = {}) => visitEvent({ occurredAt: at(time), page, ...more });
const watched = (time: string, watchDuration: number, more = {}) =>
  videoViewEvent({ occurredAt: at(time), watchDuration, viewId: uuidv7(), ...more });

async function recordPages(...events: ReturnType<typeof visitEvent>[]) {
  await recordVisits([{ id: uuidv7(), data: { events } }], intake);
}
async function recordVideos(...events: ReturnType<typeof videoViewEvent>[]) {
  await recordVideoViews([{ id: uuidv7(), data: { events } }], intake);
}
async function recordReports(...events: ReturnType<typeof goalEvent>[]) {
  await recordGoals([{ id: uuidv7(), data: { events } }], intake);
}
const sessions = () => readSessions(database.dataSource);
async function expectRecount() {
  expect(await sessions()).toEqual(await recountSessions(database.dataSource));
}

describe('a session', () => {
  it('has what its first page view says', async () => {
    const fromGoogle = { referrer: 'https://www.google.nl/', language: 'NL' as const };
    await recordPages(
      view('12:00:00.000', '/nl?utm_source=letter&utm_campaign=spring', fromGoogle),
      view('12:10:00.000', '/nl/learn', { referrer: 'http://localhost:8080/nl', language: 'ENG' }),
    );
    expect(await sessions()).toEqual([
      {
        ...{ visitor: expect.any(String) as string, start: at('12:00:00.000'), end: at('12:10:00.000') },
        ...{
          day: '2026-03-10',
          hour: 13,
          entry: '/nl',
          exit: '/nl/learn',
          pages: ['/nl', '/nl/learn'],
          views: 2,
        },
        ...{ referrer: 'www.google.nl', campaign: 'letter /  / spring', language: 'NL', country: 'NL' },
        ...{
          city: expect.any(String) as string,
          client: 'desktop / Firefox / Linux',
          videoSeconds: 0,
          suspicions: [],
          goals: [],
        },
      },
    ]);
    await expectRecount();
  });

  it('is of the day and hour that the site has when it begins', async () => {
    await recordPages(visitEvent({ occurredAt: '2026-03-09T23:30:00.000Z' }));
    expect(await sessions()).toMatchObject([{ day: '2026-03-10', hour: 0 }]);
  });

  it.each([
    ['ends after 30 minutes', '12:30:00.001', 2],
    ['goes on until then', '12:30:00.000', 1],
  ])('%s', async (_, next, count) => {
    await recordPages(view('12:00:00.000'));
    await recordPages(view(next));
    expect(await sessions()).toHaveLength(count);
    await expectRecount();
  });

  it('goes on from its last page view, however long ago it began', async () => {
    for (const time of ['12:00:00.000', '12:20:00.000', '12:45:00.000']) await recordPages(view(time));
    expect(await sessions()).toHaveLength(1);
    await expectRecount();
  });

  it('is joined with another by the page view between them', async () => {
    await recordPages(view('12:00:00.000', '/a'), view('12:50:00.000', '/c'));
    expect(await sessions()).toHaveLength(2);
    await recordPages(view('12:25:00.000', '/b'));
    expect(await sessions()).toMatchObject([{ entry: '/a', exit: '/c', pages: ['/a', '/b', '/c'] }]);
    await expectRecount();
  });

  it('begins earlier when an earlier page view comes in late', async () => {
    await recordPages(view('12:10:00.000', '/b'), view('12:20:00.000', '/c'));
    await recordPages(view('12:00:00.000', '/a', { referrer: 'https://example.org/' }));
    expect(await sessions()).toMatchObject([
      { entry: '/a', referrer: 'example.org', start: at('12:00:00.000') },
    ]);
    await expectRecount();
  });

  it('is one for all page views of one instant', async () => {
    const pages = ['/b', '/a', '/c', '/a', '/b'];
    for (const page of pages) await recordPages(view('12:00:00.000', page));
    const oneByOne = await sessions();
    expect(oneByOne).toMatchObject([{ pages: ['/a', '/a', '/b', '/b', '/c'] }]);
    await query('truncate visits, sessions');
    await recordPages(...pages.reverse().map((page) => view('12:00:00.000', page)));
    expect(await sessions()).toEqual(oneByOne);
  });

  it('keeps apart at most 502 of its page views', async () => {
    const times = Array.from({ length: 510 }, (_, i) =>
      new Date(Date.parse(at('12:00:00.000')) + i).toISOString(),
    );
    const views = times.map((occurredAt, i) => visitEvent({ occurredAt, page: `/p${i}` }));
    await recordPages(...views);
    const all = await query('select page_views, pages_between from sessions');
    expect(all).toMatchObject([{ page_views: 510 }]);
    expect(all[0]?.['pages_between']).toHaveLength(500);
    await query('truncate visits, sessions');
    for (const chunk of [views.slice(300), views.slice(0, 300)]) await recordPages(...chunk);
    expect(await query('select page_views, pages_between from sessions')).toEqual(all);
  });

  it('is under every suspicion that one of its page views is', async () => {
    await recordPages(view('12:00:00.000'), view('12:05:00.000', '/learn', { webdriver: true }));
    expect(await sessions()).toMatchObject([{ suspicions: ['webdriver'] }]);
    const hosting = { address: '95.216.1.1', page: '/booking' };
    await recordPages(view('12:00:00.000', '/booking', hosting));
    const ofHosting = async () => (await sessions()).find(({ entry }) => entry === '/booking')?.suspicions;
    expect(await ofHosting()).toEqual(['hosting-network']);
    await recordPages(view('12:05:00.000', '/booking', { ...hosting, webdriver: true }));
    expect(await ofHosting()).toEqual(['hosting-network', 'webdriver']);
    await expectRecount();
  });

  it('was shown the texts that were published last before it began', async () => {
    for (const time of ['11:00:00.000', '12:00:00.000', '12:00:00.001'])
      await query(
        `insert into text_edits (id, language, key, old_value, new_value, edited_at) values ($1, 'en', 'learn.lead', 'a', 'b', $2)`,
        [uuidv7(), at(time)],
      );
    await recordPages(view('10:00:00.000'), view('12:00:00.000'), view('12:10:00.000'));
    expect(await query('select texts_at from sessions order by started_at')).toEqual([
      { texts_at: null },
      { texts_at: new Date(at('12:00:00.000')) },
    ]);
  });

  it('has the class of its first page view’s source, which SQL finds in the row as well', async () => {
    const sources = [
      ...[undefined, 'https://www.google.co.uk/', 'https://example.org/', 'https://claude.ai/'],
      ...['https://x.bing.com:8443/', 'https://notbing.com/', 'https://bing.com.example.org/'],
      ...['https://mail.google.com/', 'android-app://com.google.android.googlequicksearchbox/'],
    ];
    const campaigns = [
      '',
      '?utm_source=letter',
      '?utm_source=ChatGPT.com',
      '?utm_source=openai',
      '?utm_medium=mail',
      '?utm_campaign=x',
    ];
    const views = sources.flatMap((referrer, i) =>
      campaigns.map((campaign, j) =>
        view('12:00:00.000', `/${campaign}`, { address: `145.97.${i}.1${j}`, ...(referrer && { referrer }) }),
      ),
    );
    await recordPages(...views);
    const found = await query(
      `select ${sourceClassSql} as "ofRow", sessions.source, referrer_host as "referrerHost", utm_source, utm_medium, utm_campaign
      from visits join sessions on sessions.visitor = encode(visits.visitor, 'hex')::uuid`,
    );
    expect(found).toHaveLength(views.length);
    expect(new Set(found.map(({ source }) => source)).size).toBe(5);
    for (const { ofRow, source, referrerHost, ...utm } of found as Record<string, string | null>[]) {
      const [ofSource, medium, campaign] = [utm['utm_source'], utm['utm_medium'], utm['utm_campaign']];
      const marks = { source: ofSource ?? null, medium: medium ?? null, campaign: campaign ?? null };
      const ofView = classOf({ referrerHost: referrerHost ?? null, campaign: marks });
      expect({ ofRow, source, referrerHost, ...utm }).toMatchObject({ ofRow: ofView, source: ofView });
    }
  });

  it('is not made for a bot', async () => {
    await recordPages(view('12:00:00.000', '/nl', { userAgent: googlebot }));
    expect(await sessions()).toEqual([]);
  });
});

describe('a watched video or reached goal', () => {
  it.each([['before'], ['after']])(
    'is in their session, when it is stored %s the page view',
    async (order) => {
      const page = () => recordPages(view('12:00:00.000'));
      if (order === 'after') await page();
      await recordVideos(watched('12:01:00.000', 20), watched('12:02:00.000', 31));
      if (order === 'before') await page();
      expect(await sessions()).toMatchObject([{ videoSeconds: 51, goals: ['video-30'] }]);
      await expectRecount();
    },
  );

  it('counts a view once, however often it is sent', async () => {
    await recordPages(view('12:00:00.000'));
    const viewId = uuidv7();
    for (const seconds of [10, 40, 20, 130]) await recordVideos(watched('12:01:00.000', seconds, { viewId }));
    expect(await sessions()).toMatchObject([{ videoSeconds: 130, goals: ['video-30', 'video-gate'] }]);
    await expectRecount();
  });

  it('moves to the session that turns out to have begun before it', async () => {
    await recordPages(view('12:00:00.000'));
    const viewId = uuidv7();
    await recordVideos(watched('13:00:30.000', 40, { viewId }));
    expect(await sessions()).toMatchObject([{ videoSeconds: 40 }]);
    await recordPages(view('13:00:00.000', '/nl/learn'));
    expect(await sessions()).toMatchObject([{ videoSeconds: 0, goals: [] }, { videoSeconds: 40 }]);
    // The same view's first sending arrives last.
    await recordVideos(watched('12:59:00.000', 10, { viewId }));
    expect(await sessions()).toMatchObject([{ videoSeconds: 40 }, { videoSeconds: 0, goals: [] }]);
    await expectRecount();
  });
});

it('is built of the rows that were there before sessions were', async () => {
  await recordPages(view('12:00:00.000'), view('12:10:00.000', '/learn'), view('14:00:00.000'));
  await recordVideos(watched('12:01:00.000', 40));
  const all = await sessions();
  await query('truncate sessions, names');
  await writeTimeZone(database.owner.manager, intake.timeZone);
  await buildSessions(database.owner);
  expect(await sessions()).toEqual(all);
  await query(`update sessions set page_views = 7`);
  await buildSessions(database.owner);
  expect(await sessions()).toMatchObject([{ views: 7 }, { views: 7 }]);
});

describe('whatever the order', () => {
  // Few enough that two events share one now and then.
  const minute = fc.integer({ min: 0, max: 150 });
  const page = fc.constantFrom('/', '/nl', '/booking', '/learn?utm_source=letter');
  const person = fc.constantFrom('145.97.31.20', '145.97.31.21');
  const timeOf = (minutes: number) =>
    new Date(Date.parse(at('08:00:00.000')) + minutes * 60_000).toISOString();
  const referrer = fc.constantFrom(undefined, 'https://example.org/', 'https://www.google.nl/');
  const visit = fc
    .record({ minute, page, referrer, address: person })
    .map(({ minute, referrer, ...given }) => ({
      kind: 'visit' as const,
      event: visitEvent({ occurredAt: timeOf(minute), ...given, ...(referrer && { referrer }) }),
    }));
  const video = fc
    .record({
      minute,
      address: person,
      viewId: fc.constantFrom(...[1, 2, 3].map(() => uuidv7())),
      seconds: minute,
    })
    .map((given) => ({
      kind: 'video' as const,
      event: videoViewEvent({
        occurredAt: timeOf(given.minute),
        // A view is its visitor's own.
        viewId: given.viewId.replace(/..$/, given.address.slice(-2)),
        address: given.address,
        watchDuration: given.seconds + 5,
      }),
    }));
  const goal = fc
    .record({ minute, address: person, lead: fc.uuid() })
    .map((given) => ({ kind: 'goal' as const, ...given }));
  const report = fc
    .record({ minute, address: person, goal: fc.constantFrom(...reportedGoals) })
    .map(({ minute, ...given }) => ({
      kind: 'report' as const,
      event: goalEvent({ occurredAt: timeOf(minute), ...given }),
    }));
  const dayOfEvents = fc.array(fc.oneof({ weight: 4, arbitrary: visit }, video, goal, report), {
    minLength: 1,
    maxLength: 25,
  });
  type Events = typeof dayOfEvents extends fc.Arbitrary<infer Value> ? Value : never;

  async function record(events: Events) {
    for (const one of events) {
      if (one.kind === 'goal') {
        const occurredAt = timeOf(one.minute);
        const visitor = await visitorAt(one.address);
        await database.dataSource.transaction((tx) =>
          reachGoal(tx, { leadId: one.lead, goal: 'question', visitor, occurredAt }, intake.timeZone),
        );
      }
    }
    const visits = events.flatMap((one) => (one.kind === 'visit' ? [one.event] : []));
    const videos = events.flatMap((one) => (one.kind === 'video' ? [one.event] : []));
    if (visits.length > 0) await recordPages(...visits);
    if (videos.length > 0) await recordVideos(...videos);
    const reports = events.flatMap((one) => (one.kind === 'report' ? [one.event] : []));
    if (reports.length > 0) await recordReports(...reports);
  }

  async function visitorAt(address: string): Promise<Buffer> {
    const timeMs = Date.parse(at('08:00:00.000'));
    const salts = await intake.salts.prepare([timeMs]);
    return hashVisitor({ address, userAgent: firefox }, salts(timeMs));
  }

  beforeEach(() => query(`insert into day_salts (day, salt) values ('2026-03-10', '\\x0102')`));

  it('the same events give the same sessions, in any chunks and more than once', async () => {
    const shuffled = dayOfEvents.chain((events) =>
      fc.record({
        events: fc.constant(events),
        again: fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length }),
        chunk: fc.integer({ min: 1, max: 7 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ events, again, chunk }) => {
        const clear = () =>
          query(
            'truncate visits, video_views, sessions, reached_goals, recorded_chunks, day_visitors, day_viewers',
          );
        await clear();
        await record(events);
        const inOrder = await sessions();
        expect(inOrder).toEqual(await recountSessions(database.dataSource));
        await clear();
        for (let start = 0; start < again.length; start += chunk)
          await record(again.slice(start, start + chunk));
        expect(await sessions()).toEqual(inOrder);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 40) },
    );
  });

  it('batches wait for one that has their visitor, and for what has their day', async () => {
    const views = (address: string) => visitEvent({ occurredAt: timeOf(1), address });
    const [first, second] = ['145.97.31.20', '145.97.31.21'];
    const visitor = await visitorAt(first);
    const stored: string[] = [];
    const store = (address: string) => recordPages(views(address)).then(() => stored.push(address));
    const waiting = () =>
      query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

    // Known before: the row is locked, not only about to be there.
    await recordPages(views(first));
    const held: Promise<unknown>[] = [];
    await database.dataSource.transaction(async (tx) => {
      await lockVisitors(tx, intake.timeZone, [{ visitor, occurredAt: timeOf(1) }]);
      held.push(store(first));
      await expect.poll(waiting).toHaveLength(1);
      await store(second);
      expect(stored).toEqual([second]);
    });
    await Promise.all(held);
    expect(stored).toEqual([second, first]);

    await database.dataSource.transaction(async (tx) => {
      // The last and the first instant of the adjacent days.
      await lockDays(tx, intake.timeZone, ['2026-03-09T22:59:59.999Z', '2026-03-10T23:00:00.000Z']);
      await store(second);
    });
    stored.pop();
    await database.dataSource.transaction(async (tx) => {
      await lockDays(tx, intake.timeZone, [timeOf(1)]);
      held.push(store(second));
      await expect.poll(waiting).toHaveLength(1);
      expect(stored).toEqual([second, first]);
    });
    await Promise.all(held);
    await expectRecount();
  });

  it('workers at once give what one gives', async () => {
    const other = await testIntake(database.dataSource);
    const chunks = Array.from({ length: 12 }, (_, chunk) => ({
      id: uuidv7(),
      data: {
        events: Array.from({ length: 20 }, (_, i) =>
          visitEvent({ occurredAt: timeOf((chunk * 7 + i * 13) % 240) }),
        ),
      },
    }));
    await Promise.all(
      chunks.flatMap((chunk, i) => [
        recordVisits([chunk], i % 2 === 0 ? intake : other),
        recordVideos(watched(`1${i % 10}:00:00.000`.replace('1', '0'), 10 + i)),
        recordReports(goalEvent({ occurredAt: timeOf((i * 31) % 240) })),
      ]),
    );
    expect((await sessions()).length).toBeGreaterThan(0);
    await expectRecount();
  });
});
