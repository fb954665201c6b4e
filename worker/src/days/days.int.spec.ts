import { createDataSource } from '@voordeur/contracts/db';
import { readTimeZone, writeTimeZone } from '@voordeur/server';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { recordGoals } from '../intake/record-goals.js';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { firefox, goalEvent, googlebot, idAt, videoViewEvent, visitEvent } from '../testing/intake.js';
import { buildAll, recountDays } from '../testing/recount.js';
import { recordVideoViews } from '../intake/record-video-views.js';
import { recordVisits } from '../intake/record-visits.js';
import { buildDay } from './build-day.js';
import { buildChangedDays, checkDays } from './build-days.js';
import { daysToCheck } from './days-to-check.js';
import { forgetValue } from './forget-value.js';
import { rebuildDays } from './rebuild-days.js';

const zone = 'Europe/Amsterdam';
const options = { timeZone: zone, videoIds: ['video-1'], casesOfFile: {} };
const database = useDatabase();
const intake = useIntake(database);
const { query } = database;

const visit = (...events: ReturnType<typeof visitEvent>[]) =>
  recordVisits([{ id: uuidv7(), data: { events } }], intake);
const watch = (...events: ReturnType<typeof videoViewEvent>[]) =>
  recordVideoViews([{ id: uuidv7(), data: { events } }], intake);
const reach = (...events: ReturnType<typeof goalEvent>[]) =>
  recordGoals([{ id: uuidv7(), data: { events } }], intake);

async function expectRecount(timeZone = zone): Promise<void> {
  const { kept, recounted } = await recountDays(database.dataSource, timeZone);
  expect(kept).toEqual(recounted);
  expect(await query('select day from changed_days')).toEqual([]);
}

/** Two months, the midnight between them, bots, campaigns and a video. */
async function recordSome(): Promise<void> {
  const times = [
    '2026-02-27T10:00:00.000Z',
    '2026-02-28T22:59:00.000Z',
    '2026-02-28T23:30:00.000Z',
    '2026-03-02T09:00:00.000Z',
  ];
  for (const occurredAt of times) {
    await visit(
      visitEvent({ occurredAt, page: '/nl?utm_source=letter', referrer: 'https://example.org/' }),
      visitEvent({ occurredAt, page: '/learn', address: '81.2.69.142' }),
      visitEvent({ occurredAt, userAgent: googlebot }),
    );
    await watch(videoViewEvent({ occurredAt, viewId: uuidv7(), watchDuration: 30 }));
  }
}

describe('the days', () => {
  it('have what their rows say', async () => {
    await recordSome();
    await expectRecount();
    expect(await query('select day::text, people, bots, visitors from days order by 1')).toEqual([
      { day: '2026-02-27', people: 2, bots: 1, visitors: 2 },
      { day: '2026-02-28', people: 2, bots: 1, visitors: 2 },
      { day: '2026-03-01', people: 2, bots: 1, visitors: 2 },
      { day: '2026-03-02', people: 2, bots: 1, visitors: 2 },
    ]);
  });

  it('have what is left of their rows, in whatever order those come, again, late and go', async () => {
    const client = fc.constantFrom(
      { address: '145.97.31.20' },
      { address: '81.2.69.142' },
      { address: '145.97.31.20', userAgent: `${firefox} (another)` },
      { address: '66.249.66.1', userAgent: googlebot },
    );
    const occurredAt = fc
      .integer({ min: Date.UTC(2026, 9, 24, 20), max: Date.UTC(2026, 9, 26, 3) })
      .map((ms) => new Date(ms).toISOString());
    const step = fc.oneof(
      fc.record({
        does: fc.constant('visit' as const),
        ...{ client, occurredAt },
        page: fc.constantFrom('/', '/learn', '/learn?utm_source=letter', '/booking?utm_campaign=b'),
        referrer: fc.constantFrom(
          'https://example.org/',
          'https://www.google.nl/',
          'https://localhost:8080/',
        ),
      }),
      fc.record({
        does: fc.constant('watch' as const),
        ...{ client, occurredAt, watchDuration: fc.integer({ min: 5, max: 400 }) },
        videoId: fc.constantFrom('video-1', 'video-2'),
      }),
      fc.record({ does: fc.constant('reach' as const), client, occurredAt }),
      fc.record({ does: fc.constant('build' as const) }),
      fc.record({ does: fc.constant('forget' as const) }),
    );
    const run = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const { does, ...more } of steps) {
        if (does === 'build') await buildAll(database.dataSource);
        else if (does === 'forget') await forgetValue(database.dataSource, '/booking', options);
        else if ('client' in more) {
          const { client: by, ...event } = more;
          if (does === 'visit') await visit(visitEvent({ ...by, ...event }));
          else if (does === 'watch') await watch(videoViewEvent({ ...by, ...event, viewId: uuidv7() }));
          else await reach(goalEvent({ ...by, ...event }));
        }
      }
      await expectRecount();
    });
    await fc.assert(run, { numRuns: 10 });
  });

  it('are built again once something came in while they were built', async () => {
    await visit(visitEvent());
    const holder = database.owner.createQueryRunner();
    await holder.startTransaction();
    await holder.query('lock table values_by_day in exclusive mode');
    const building = buildChangedDays(database.dataSource, options, { atOnce: true });
    await expect
      .poll(() => query(`select 1 from pg_locks where not granted`), { timeout: 10_000 })
      .toHaveLength(1);
    await visit(visitEvent({ page: '/late' }));
    await holder.rollbackTransaction();
    await holder.release();
    expect(await building).toBe(2);
    await expectRecount();
  });

  it('are whole however far the process that built them came', async () => {
    await recordSome();
    await buildAll(database.dataSource);
    const figures = () => query('select * from values_by_day order by dimension, day, key');
    const before = await figures();
    await visit(visitEvent({ occurredAt: '2026-03-02T09:10:00.000Z', page: '/more' }));
    for (let statement = 1, isDone = false; !isDone; statement += 1) {
      isDone = await buildUntil(statement);
      if (!isDone) expect([statement, await figures()]).toEqual([statement, before]);
      expect(statement).toBeLessThan(40);
    }
    await expectRecount();
  });

  /** Whether the build ended before this statement, at which its connection is ended. */
  async function buildUntil(statement: number): Promise<boolean> {
    const db = await createDataSource(database.url).initialize();
    const runner = db.createQueryRunner();
    const connection = (await runner.connect()) as { processID: number };
    const run = runner.query.bind(runner);
    let statements = 0;
    runner.query = async (...given: Parameters<typeof run>) => {
      statements += 1;
      if (statements === statement) await query(`select pg_terminate_backend($1)`, [connection.processID]);
      return run(...given) as Promise<never>;
    };
    try {
      await buildDay(runner.manager, { ...options, day: '2026-03-02' });
      return statements < statement;
    } catch {
      return false;
    } finally {
      await runner.release();
      await db.destroy();
    }
  }

  it('are built by one process at a time', async () => {
    await visit(visitEvent());
    const other = database.dataSource.createQueryRunner();
    await other.query(`select pg_advisory_lock(hashtext('voordeur/days'))`);
    expect(await buildChangedDays(database.dataSource, options)).toBeNull();
    await other.query(`select pg_advisory_unlock(hashtext('voordeur/days'))`);
    await other.release();
    expect(await buildChangedDays(database.dataSource, options)).toBe(1);
  });

  it('wait for none that fails', async () => {
    await recordSome();
    await buildAll(database.dataSource);
    await query(`update days set built_at = now() - interval '1 minute', took_ms = 1`);
    await query('insert into changed_days (day) select day from days');
    await query(`alter table days add constraint no_march check (day < '2026-03-01') not valid`);
    try {
      await expect(buildChangedDays(database.dataSource, options)).rejects.toThrow('no_march');
      expect(await query('select day::text from changed_days order by 1')).toEqual([
        { day: '2026-03-01' },
        { day: '2026-03-02' },
      ]);
    } finally {
      await query('alter table days drop constraint no_march');
    }
    await expectRecount();
  });

  it('are left in peace for 5 s, and for ten times what building them took', async () => {
    await visit(visitEvent());
    expect(await buildChangedDays(database.dataSource, options)).toBe(1);
    await visit(visitEvent());
    expect(await buildChangedDays(database.dataSource, options)).toBe(0);
    await query(`update days set built_at = now() - interval '6 seconds', took_ms = 700`);
    expect(await buildChangedDays(database.dataSource, options)).toBe(0);
    await query(`update days set took_ms = 500`);
    expect(await buildChangedDays(database.dataSource, options)).toBe(1);
  });

  it('stay as they are in a sealed month', async () => {
    await recordSome();
    await buildAll(database.dataSource);
    await query(`insert into sealed_months (month) values ('2026-02-01')`);
    await query("delete from visits where occurred_at < '2026-03-01'");
    await query('update days set people = 77');
    await query('insert into changed_days (day) select day from days');
    await buildAll(database.dataSource);
    // The first of March begins at 23:00 UTC on the last day of February, so that month touches it.
    expect(await query('select day::text, people from days order by 1')).toEqual([
      { day: '2026-02-27', people: 77 },
      { day: '2026-02-28', people: 77 },
      { day: '2026-03-01', people: 77 },
      { day: '2026-03-02', people: 2 },
    ]);
  });

  it('are the same with page views that an earlier version stored', async () => {
    await recordSome();
    await buildAll(database.dataSource);
    const figures = () => query('select dimension, day, value, views from values_by_day order by 1, 2, 3');
    const before = await figures();
    await query('update visits set path = null, campaign = null, client = null, source_class = null');
    await query('insert into changed_days (day) select day from days');
    await expectRecount();
    expect(await figures()).toEqual(before);
  });
});

describe('many different texts', () => {
  const most = 2_000;
  const stranger = (number: number) => {
    const text = String(number).padStart(5, '0');
    const occurredAt = new Date(Date.UTC(2026, 2, 10, 12, 0, 0, number)).toISOString();
    return visitEvent({
      ...{ occurredAt, id: idAt(occurredAt, number) },
      page: `/x${text}?utm_source=s${text}&utm_medium=m&utm_campaign=c`,
      referrer: `https://h${text}.example/`,
    });
  };
  const strangers = (count: number) => Array.from({ length: count }, (_, number) => stranger(number));

  it('are counted together beyond those of a day that most saw, but for those that every site has', async () => {
    await visit(...strangers(most + 600), stranger(most + 599), stranger(0));
    await visit(
      visitEvent({ page: '/nl/learn', referrer: 'https://www.google.com/' }),
      visitEvent({ page: '/?utm_source=chatgpt.com', referrer: 'https://chatgpt.com/' }),
    );
    await visit(visitEvent({ page: '/x02599' }), visitEvent({ page: '/nl/werk/bakery' }));
    await ownCase('bakery');
    await buildAll(database.dataSource);
    for (const [dimension, kept, known, other, views] of [
      ['page', '/x02599', ['/', '/nl/learn', '/nl/werk/bakery'], '(other)', 600],
      ['referrer', 'h02598.example', ['chatgpt.com', 'www.google.com'], '(other)', 600],
      ['campaign', 's00000\nm\nc', ['chatgpt.com\n\n'], '(other)\n\n', 600],
    ] as const) {
      const rows = await query('select value, views from values_by_day where dimension = $1', [dimension]);
      const values = rows.map(({ value }) => value);
      expect(values).toHaveLength(most + known.length + 1);
      if (dimension !== 'referrer') expect(values).toContain(kept);
      expect(values).toEqual(expect.arrayContaining([...known]));
      expect(rows.find(({ value }) => value === other)?.['views']).toBe(views);
    }
    const [row] = await query(`select sum(views)::int as views from values_by_day where dimension = 'page'`);
    const [rowsOfPeople] = await query('select people from days');
    expect(row?.['views']).toBe(rowsOfPeople?.['people']);
  });
});

/** As the owner makes a page for a case. */
async function ownCase(slug: string): Promise<void> {
  const side = { number: { en: '1' }, text: { en: 'hour' } };
  const street = { name: { en: 'Bakery' }, before: side, after: side, page: { slug, story: { en: 'Once' } } };
  await query(`insert into site_settings (key, value) values ('streets', $1)`, [JSON.stringify([street])]);
}

describe('a forgotten value', () => {
  it('is (other) in rows and figures, sealed ones too, and can come in again', async () => {
    await visit(
      visitEvent({ occurredAt: '2026-01-10T12:00:00.000Z', page: '/secret' }),
      visitEvent({ page: '/secret', referrer: 'https://gone.example/' }),
      visitEvent({ page: '/nl?utm_source=gone.example' }),
    );
    await buildAll(database.dataSource);
    await query(`insert into sealed_months (month) values ('2026-01-01')`);
    await query(`delete from visits where occurred_at < '2026-02-01'`);
    const forgotten = [
      await forgetValue(database.dataSource, '/secret', options),
      await forgetValue(database.dataSource, 'gone.example', options),
    ];
    expect(forgotten).toEqual([
      { pageViews: 1, leads: 0, figures: 4 },
      { pageViews: 2, leads: 0, figures: 4 },
    ]);
    await buildAll(database.dataSource);
    const names = await query(
      'select distinct value from values_by_day union select value from values_by_month',
    );
    expect(names.map(({ value }) => value).sort()).toEqual(['(other)', '(other)\n\n', '/nl', 'NL']);
    expect(await query(`select packed from sessions_by_day`)).toHaveLength(2);
    expect(await forgetValue(database.dataSource, '/learn', options)).toBeUndefined();
    await ownCase('bakery');
    expect(await forgetValue(database.dataSource, '/work/bakery', options)).toBeUndefined();
  });
});

describe('the check of a night', () => {
  const check = async (night = new Date('2026-03-03T02:20:00.000Z')) =>
    checkDays(database.dataSource, options, await daysToCheck(database.dataSource, zone, night));

  it('finds nothing where rows and figures agree, and no drift in what has yet to be built', async () => {
    await recordSome();
    await buildAll(database.dataSource);
    expect(await check()).toEqual({});
    await visit(visitEvent({ occurredAt: '2026-03-02T10:00:00.000Z' }));
    expect(await check()).toEqual({});
    await expectRecount();
  });

  it.each([
    ['a day', 'update days set people = people + 5'],
    ['a page that is gone', `delete from values_by_day where value = '/learn'`],
    [
      'a country that never was',
      `insert into values_by_day values ('country', '2026-03-02', gen_random_uuid(), 'BE', 3)`,
    ],
    ['a video', 'update videos_by_day set viewers = 9'],
    ['sessions', `update sessions_by_day set packed = 'AAAA'`],
    ['a page view that is gone', 'delete from visits where bot_reason is not null'],
    ['a video view', 'update video_views set watched_seconds = 1'],
  ])('finds and corrects %s', async (_, damage) => {
    await recordSome();
    await buildAll(database.dataSource);
    await query(damage);
    expect(await check()).toHaveProperty('2026-03-02');
    for (const { day } of await query('select day::text from days'))
      await checkDays(database.dataSource, options, [day as string]);
    await expectRecount();
    expect(await check()).toEqual({});
  });

  it('looks at yesterday, and at every other day within a week', async () => {
    await query(`insert into days (day, people, people_by_hour, bots, visitors)
      select day, 0, '{}', 0, 0 from generate_series('2026-02-01', '2026-03-17', interval '1 day') as day`);
    const nights = Array.from({ length: 7 }, (_, night) => new Date(Date.UTC(2026, 2, 18 + night, 2, 20)));
    const [first = [], ...others] = await Promise.all(
      nights.map((night) => daysToCheck(database.dataSource, zone, night)),
    );
    expect(first).toContain('2026-03-17');
    expect(new Set([...first, ...others.flat()]).size).toBe(45);
  });
});

describe('rebuilding', () => {
  it('makes days of another zone', async () => {
    await recordSome();
    await buildAll(database.dataSource);
    await writeTimeZone(database.dataSource.manager, zone);
    await rebuildDays(database.dataSource, 'Pacific/Auckland');
    await expectRecount('Pacific/Auckland');
    expect(await readTimeZone(database.dataSource.manager)).toBe('Pacific/Auckland');
    await rebuildDays(database.dataSource, zone);
    await expectRecount();
  });
});
