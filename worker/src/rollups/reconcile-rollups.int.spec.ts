import { randomUUID } from 'node:crypto';
import { createDataSource } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { googlebot, videoViewEvent, visitEvent } from '../testing/intake.js';
import { recountRollups } from '../testing/recount.js';
import { recordVideoViews } from '../video-views/record-video-views.js';
import { packDays } from '../sessions/pack-days.js';
import { recordVisits } from '../visits/record-visits.js';
import { rebuildRollups } from './rebuild-rollups.js';
import { reconcileRollups } from './reconcile-rollups.js';
import { readTimeZone, writeTimeZone } from '@voordeur/server';
import { useDatabase, useIntake } from '../testing/hooks.js';

const zone = 'Europe/Amsterdam';
const database = useDatabase();
const intake = useIntake(database);

beforeEach(async () => {
  await recordSome();
});

const { query } = database;

/** Two months, the midnight between them, bots, campaigns and a video. */
async function recordSome() {
  const times = [
    '2026-02-27T10:00:00.000Z',
    '2026-02-28T22:59:00.000Z',
    '2026-02-28T23:30:00.000Z',
    '2026-03-02T09:00:00.000Z',
  ];
  await recordVisits(
    [
      {
        id: uuidv7(),
        data: {
          events: times.flatMap((occurredAt) => [
            visitEvent({ occurredAt, page: '/nl?utm_source=letter', referrer: 'https://example.org/' }),
            visitEvent({ occurredAt, page: '/learn', address: '81.2.69.142' }),
            visitEvent({ occurredAt, userAgent: googlebot }),
          ]),
        },
      },
    ],
    intake,
  );
  await recordVideoViews(
    [
      {
        id: uuidv7(),
        data: {
          events: times.map((occurredAt) =>
            videoViewEvent({ occurredAt, viewId: randomUUID(), watchDuration: 30 }),
          ),
        },
      },
    ],
    intake,
  );
}

async function expectEqualToRecount(timeZone = zone) {
  const { kept, recounted } = await recountRollups(database.dataSource, timeZone);
  expect(kept).toEqual(recounted);
}

describe('reconciliation', () => {
  it('finds nothing where rows and rollups agree', async () => {
    expect(await reconcileRollups(database.dataSource, zone)).toEqual({});
    await expectEqualToRecount();
  });

  it('that fails leaves the next one free to correct what it did not', async () => {
    await query('update visits_by_day set people = people + 5');
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`);
    await query('create trigger refuse before update on visits_by_day execute function refuse()');
    await expect(reconcileRollups(database.dataSource, zone)).rejects.toThrow('away');
    await query('drop trigger refuse on visits_by_day');
    await query('drop function refuse');
    // A retry may get another connection than the one that took the lock.
    const other = await createDataSource(database.url).initialize();
    try {
      expect(await reconcileRollups(other, zone)).toMatchObject({
        visits_by_day: expect.any(Number) as number,
      });
    } finally {
      await other.destroy();
    }
  });

  it('is not done where another process has the lock', async () => {
    const other = database.dataSource.createQueryRunner();
    await other.query(`select pg_advisory_lock(hashtext('voordeur/reconcile'))`);
    expect(await reconcileRollups(database.dataSource, zone)).toBeNull();
    await other.query(`select pg_advisory_unlock(hashtext('voordeur/reconcile'))`);
    await other.release();
  });

  it.each([
    ['too many', 'update visits_by_day set people = people + 5'],
    ['too few', 'update visits_by_hour set bots = 0'],
    ['a row that is gone', `delete from visits_by_day_page where page = '/nl'`],
    ['a row of nothing', `insert into visits_by_day_country values ('2026-03-02', 'BE', 3)`],
    ['a month that differs from its days', 'update visits_by_month_country set people = 1'],
    ['a month’s page that is gone', 'delete from visits_by_month_page'],
    ['visitors forgotten', `delete from day_visitors`],
    ['visitors who never were', `insert into day_visitors values ('2026-03-02', '\\x00')`],
    [
      'everything gone',
      'truncate visits_by_hour, visits_by_day, visitors_by_day, visits_by_day_page, visits_by_day_bot, visits_by_day_campaign, visits_by_day_referrer, day_viewers, video_views_by_day, video_views_by_day_second, viewers_by_day',
    ],
    ['a video’s marks', 'update video_views_by_day set reached_10 = 0, reached_300 = 7'],
    ['a session’s page views', 'update sessions set page_views = 9, exit = entry'],
    ['sessions that are gone', `delete from sessions where country = 'NL'`],
    [
      'a session that never was',
      `insert into sessions select gen_random_uuid(), started_at + interval '1 hour', ended_at, entry, exit,
      referrer, campaign, city, client, texts_at, day, page_views, 0, 0, hour, source, 0, country, language from sessions order by started_at limit 1`,
    ],
    ['what was watched in sessions', 'update sessions set video_seconds = 1, goals = 0'],
    [
      'the seconds that its views ended at',
      'update video_views_by_day_second set views = views + 2, seconds = seconds + 1',
    ],
    ['a video’s seconds', 'update video_views_by_day set watched_seconds = 1, views = 9'],
  ])('heals %s', async (_, damage) => {
    const members = 'select day::text, visitor from day_visitors order by 1, 2';
    const before = await query(members);
    await query(damage);
    const healed = await reconcileRollups(database.dataSource, zone);
    expect(healed).not.toEqual({});
    await expectEqualToRecount();
    expect(await query(members)).toEqual(before);
    expect(await reconcileRollups(database.dataSource, zone)).toEqual({});
  });

  it('corrects today and yesterday each night, and every day within a week', async () => {
    const extra = `from visits_by_day_country where country = 'BE'`;
    await query(`insert into visits_by_day_country
      select day, 'BE', 3 from generate_series('2026-02-01', '2026-03-31', interval '1 day') as day`);
    const reconcile = (night: number) =>
      reconcileRollups(database.dataSource, zone, new Date(Date.UTC(2026, 2, 18 + night, 2, 20)));
    expect(await reconcile(0)).toHaveProperty('visits_by_day_country');
    const left = (await query(`select day::text ${extra} order by day`)).map(({ day }) => day);
    expect(left).toEqual(expect.arrayContaining(['2026-02-01', '2026-03-16', '2026-03-31']));
    expect(left).not.toContain('2026-03-17');
    expect(left).not.toContain('2026-03-18');
    for (let night = 1; night < 7; night += 1) await reconcile(night);
    expect(await query(`select day ${extra}`)).toEqual([]);
    await expectEqualToRecount();
  });

  const aWeek = async (from: number) => {
    const healed: Record<string, number> = {};
    for (let night = from; night < from + 7; night += 1)
      Object.assign(
        healed,
        await reconcileRollups(database.dataSource, zone, new Date(Date.UTC(2026, 2, 18 + night, 2, 20))),
      );
    return healed;
  };
  const verified = () =>
    query(`select day::text, fingerprint, xmin::text as written from verified_days order by day`);

  it('skips days at night that have not changed since nothing differed', async () => {
    expect(await aWeek(0)).toEqual({});
    const before = await verified();
    expect(before.map(({ day }) => day)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
    expect(await aWeek(7)).toEqual({});
    expect(await verified()).toEqual(before);
    await recordVisits(
      [{ id: uuidv7(), data: { events: [visitEvent({ occurredAt: '2026-03-02T11:00:00.000Z' })] } }],
      intake,
    );
    expect(await aWeek(14)).toEqual({});
    const after = await verified();
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after[3]?.['fingerprint']).not.toBe(before[3]?.['fingerprint']);
  });

  it.each([
    ['page views that are gone', 'delete from visits where bot_reason is not null'],
    [
      'a page view of another country',
      `update visits set country = 'BE' where country is distinct from 'BE'`,
    ],
    ['a day', 'update visits_by_day set people = people + 5'],
    ['an hour', 'update visits_by_hour set bots = bots + 1'],
    ['a campaign', `insert into visits_by_day_campaign values ('2026-03-02', 'a', 'b', 'c', 3)`],
    [
      'a visitor forgotten',
      'delete from day_visitors where visitor in (select visitor from day_visitors order by 1 limit 1)',
    ],
    ['a session', 'update sessions set page_views = page_views + 1'],
    ['a video view', 'update video_views set watched_seconds = 1'],
    ['a viewer', 'delete from day_viewers'],
    ['a goal that nobody reached', `update sessions set goals = goals | 1`],
  ])('within a week finds %s on days that were verified', async (_, damage) => {
    expect(await aWeek(0)).toEqual({});
    await query(damage);
    expect(await aWeek(7)).not.toEqual({});
    await expectEqualToRecount();
    expect(await reconcileRollups(database.dataSource, zone)).toEqual({});
  });

  it('within a week finds packed sessions that contradict their rows', async () => {
    await packDays(database.dataSource, zone);
    expect(await aWeek(0)).toEqual({});
    await query(`update packed_sessions set packed = packed || 'AAAA' where day = '2026-03-02'`);
    expect(await aWeek(7)).toEqual({ packed_sessions: 1 });
  });

  it('is right while visits go on coming in', async () => {
    await query('update visits_by_day set people = people + 100, bots = 0');
    const stopped = new AbortController();
    const visits = (async () => {
      while (!stopped.signal.aborted) {
        const events = Array.from({ length: 20 }, (_, i) =>
          visitEvent({ occurredAt: '2026-03-02T09:00:00.000Z', page: `/p${i}` }),
        );
        await recordVisits([{ id: uuidv7(), data: { events } }], intake);
      }
    })();
    for (let round = 0; round < 5; round += 1) await reconcileRollups(database.dataSource, zone);
    stopped.abort();
    await visits;
    await expectEqualToRecount();
  });

  it('adds a difference once when two of them run', async () => {
    await query('update visits_by_day set people = people + 100');
    await Promise.all([1, 2, 3].map(() => reconcileRollups(database.dataSource, zone)));
    await expectEqualToRecount();
  });

  it('leaves the days of a sealed month as they are', async () => {
    await query(`insert into sealed_months (month) values ('2026-02-01')`);
    await query("delete from visits where occurred_at < '2026-03-01'");
    await query('update visits_by_day set people = 77');
    await reconcileRollups(database.dataSource, zone);
    // The first of March begins at 23:00 UTC on the last day of February, so that month touches it.
    expect(await query('select day::text, people from visits_by_day order by 1')).toEqual([
      { day: '2026-02-27', people: 77 },
      { day: '2026-02-28', people: 77 },
      { day: '2026-03-01', people: 77 },
      { day: '2026-03-02', people: 2 },
    ]);
  });
});

describe('rebuilding', () => {
  it('counts the days of another zone', async () => {
    await writeTimeZone(database.dataSource.manager, zone);
    await rebuildRollups(database.dataSource, 'Pacific/Auckland');
    await expectEqualToRecount('Pacific/Auckland');
    expect(await readTimeZone(database.dataSource.manager)).toBe('Pacific/Auckland');
    await rebuildRollups(database.dataSource, zone);
    await expectEqualToRecount();
  });

  it('leaves what can no longer be counted', async () => {
    await writeTimeZone(database.dataSource.manager, zone);
    await query(`insert into sealed_months (month) values ('2026-02-01')`);
    await query("delete from visits where occurred_at < '2026-03-01'");
    const before = await query('select * from visits_by_month_page order by month, page_key');
    await rebuildRollups(database.dataSource, zone);
    expect(await query('select * from visits_by_month_page order by month, page_key')).toEqual(before);
    expect(await query('select sum(people)::int as people from visits_by_day')).toEqual([{ people: 8 }]);
  });
});
