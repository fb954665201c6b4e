import type { Comparison, RangeName } from '@voordeur/contracts/http';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { readAnalytics, readRange, readRetention } from '@voordeur/api';
import { recordVideoViews, recordVisits } from '@voordeur/worker';
import {
  buildAll,
  googlebot,
  useDatabase,
  useIntake,
  videoViewEvent,
  visitEvent,
} from '@voordeur/worker/testing';

/** The owner reads what the worker stores: the worker's recording and the api's reading on one database. */
const zone = 'Europe/Amsterdam';
const database = useDatabase();
const intake = useIntake(database, zone);
/** The database once every day is made that has changed. */
const built = async () => {
  await buildAll(database.dataSource);
  return database.dataSource;
};

const record = (events: ReturnType<typeof visitEvent>[]) =>
  recordVisits([{ id: uuidv7(), data: { events } }], intake);
const visitAt = (...times: string[]) => record(times.map((occurredAt) => visitEvent({ occurredAt })));
const read = async (now: string) => readAnalytics(await built(), new Date(now), zone);

describe('an empty database', () => {
  it('answers zeros, six months and 24 hours', async () => {
    const analytics = await read('2026-11-21T12:00:00.000Z');
    expect(analytics.summary).toEqual({
      total: 0,
      today: 0,
      thisWeek: 0,
      thisMonth: 0,
      totalVideoViews: 0,
      todayVideoViews: 0,
      weekVideoViews: 0,
      monthVideoViews: 0,
      uniqueCountries: 0,
      averageDaily: 0,
      totalBots: 0,
      todayBots: 0,
      totalWithBots: 0,
      uniqueVisitors: 0,
      todayUniqueVisitors: 0,
      imported: 0,
    });
    expect(analytics.monthlyStats.map((month) => month.month)).toEqual([
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
    ]);
    expect(analytics.monthlyStats[5]).toEqual({
      month: '2026-11',
      monthShort: 'Nov',
      visitors: 0,
      uniqueCountries: 0,
      topCountry: null,
      imported: 0,
    });
    expect(analytics.hourlyStats).toEqual(Array.from({ length: 24 }, (_, hour) => ({ hour, count: 0 })));
    expect(analytics).toMatchObject({ countryStats: {}, pageStats: {}, videoStats: [], recentVisitors: [] });
    expect(analytics.asOf).toBe('2026-11-21T12:00:00.000Z');
  });
});

describe('periods', () => {
  it('begin at midnight, on Monday and on the first, in Amsterdam', async () => {
    await visitAt(
      '2026-11-21T22:59:59.000Z', // Saturday 23:59:59, today
      '2026-11-20T22:59:59.000Z', // Friday
      '2026-11-15T23:00:00.000Z', // Monday 00:00
      '2026-11-15T22:59:59.000Z', // Sunday of the week before
      '2026-10-31T23:00:00.000Z', // 1 November 00:00
      '2026-10-31T22:59:59.000Z', // 31 October
    );
    const { summary, monthlyStats } = await read('2026-11-21T22:59:59.500Z');
    expect(summary).toMatchObject({ total: 6, today: 1, thisWeek: 3, thisMonth: 5 });
    expect(monthlyStats.slice(-2)).toMatchObject([{ visitors: 1 }, { visitors: 5, monthShort: 'Nov' }]);
    expect(summary.averageDaily).toBe(0.3); // 6 visits in the 22 days from 31 October
  });

  it('change with the year', async () => {
    await visitAt('2026-12-31T22:59:59.999Z', '2026-12-31T23:00:00.000Z');
    const before = await read('2026-12-31T22:59:59.999Z');
    expect(before.summary).toMatchObject({ today: 1, thisMonth: 1, total: 2 });
    const after = await read('2026-12-31T23:00:00.000Z');
    expect(after.summary).toMatchObject({ today: 1, thisMonth: 1 });
    expect(after.summary.thisWeek).toBe(2); // 1 January 2027 is a Friday
    expect(after.monthlyStats.map((month) => month.month).slice(-2)).toEqual(['2026-12', '2027-01']);
  });

  it('put the hour that is lived twice into one bucket, and leave out the one that is not', async () => {
    await visitAt('2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000Z');
    const long = await read('2026-10-25T12:00:00.000Z');
    expect(long.hourlyStats).toHaveLength(24);
    expect(long.hourlyStats.filter((hour) => hour.count > 0)).toEqual([
      { hour: 2, count: 2 },
      { hour: 3, count: 1 },
    ]);
    await visitAt('2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z');
    const short = await read('2026-03-29T12:00:00.000Z');
    expect(short.hourlyStats.filter((hour) => hour.count > 0)).toEqual([
      { hour: 1, count: 1 },
      { hour: 3, count: 1 },
    ]);
  });
});

describe('bots', () => {
  it('count in their own figures only', async () => {
    await record([
      visitEvent(),
      visitEvent({ userAgent: googlebot, address: '66.249.66.1' }),
      visitEvent({ userAgent: '', occurredAt: '2026-03-10T12:00:01.000Z' }),
    ]);
    const analytics = await read('2026-03-10T18:00:00.000Z');
    expect(analytics.summary).toMatchObject({
      total: 1,
      today: 1,
      totalBots: 2,
      todayBots: 2,
      totalWithBots: 3,
    });
    expect(analytics.pageStats).toEqual({ '/nl': 1 });
    expect(analytics.recentVisitors).toHaveLength(1);
    expect(analytics.recentBots).toMatchObject([
      { botClass: 'other', reason: 'no-agent', userAgent: '' },
      {
        botClass: 'search',
        reason: 'user-agent',
        name: 'Googlebot',
        userAgent: googlebot,
        ip: '66.249.66.1',
        country: 'United States',
      },
    ]);
  });
});

describe('places', () => {
  it('are English names, Unknown among them, which is no country', async () => {
    await record([
      visitEvent(),
      visitEvent(),
      visitEvent({ address: '81.2.69.142' }),
      visitEvent({ address: '192.168.1.4' }),
      visitEvent({ address: '192.168.1.4' }),
      visitEvent({ address: '192.168.1.4' }),
    ]);
    const { countryStats, summary, monthlyStats } = await read('2026-03-10T18:00:00.000Z');
    expect(countryStats).toEqual({ Unknown: 3, Netherlands: 2, 'United Kingdom': 1 });
    expect(summary.uniqueCountries).toBe(2);
    expect(monthlyStats[5]).toMatchObject({ uniqueCountries: 2, topCountry: 'Netherlands' });
  });

  it('with equal counts are sorted by name', async () => {
    await record([
      visitEvent(),
      visitEvent({ address: '81.2.69.142' }),
      visitEvent({ address: '66.249.66.1' }),
    ]);
    const { monthlyStats } = await read('2026-03-10T18:00:00.000Z');
    expect(monthlyStats[5]?.topCountry).toBe('Netherlands');
  });
});

describe('pages', () => {
  it('are counted without their query; beyond the 1,000 largest they are one', async () => {
    await record([visitEvent({ page: '/nl?utm_source=a' }), visitEvent({ page: '/nl' })]);
    // As a page is stored that's one too many for its day; even as many as these are no page.
    await record([1, 2, 3].map(() => visitEvent({ page: '(other)' })));
    for (let chunk = 0; chunk < 3; chunk += 1) {
      await record(
        Array.from({ length: 400 }, (_, i) =>
          visitEvent({
            page: `/p${chunk * 400 + i}`,
            occurredAt: new Date(Date.UTC(2026, 2, 10, 12, 0, 0, chunk * 400 + i)).toISOString(),
          }),
        ),
      );
    }
    const { pageStats } = await read('2026-03-10T18:00:00.000Z');
    expect(Object.keys(pageStats)).toHaveLength(1_001);
    expect(Object.entries(pageStats)[0]).toEqual(['/nl', 2]);
    expect(pageStats['(other)']).toBe(204);
    // Among equals, the most recently seen stay.
    expect(pageStats).toHaveProperty('/p1199');
    expect(pageStats).not.toHaveProperty('/p0');
    expect(pageStats).not.toHaveProperty('/p200');
    expect(pageStats).toHaveProperty('/p201');
  });
});

describe('videos', () => {
  it('have their views, viewers and seconds', async () => {
    const viewId = randomUUID();
    await recordVideoViews(
      [
        {
          id: uuidv7(),
          data: {
            events: [
              videoViewEvent({ viewId, watchDuration: 10 }),
              videoViewEvent({ viewId, watchDuration: 31 }),
              videoViewEvent({ viewId: randomUUID(), watchDuration: 10 }),
              videoViewEvent({ viewId: randomUUID(), watchDuration: 20, address: '81.2.69.142' }),
              videoViewEvent({
                videoId: 'nl-intro-main',
                videoTitle: 'NL Intro Video',
                viewId: randomUUID(),
              }),
            ],
          },
        },
      ],
      intake,
    );
    const analytics = await read('2026-03-10T18:00:00.000Z');
    expect(analytics.videoStats).toMatchObject([
      {
        videoId: 'video-1',
        title: 'Video 1',
        views: 3,
        uniqueViewers: 2,
        averageWatchTime: 20,
        totalWatchTime: 61,
      },
      {
        videoId: 'nl-intro-main',
        title: 'NL Intro Video',
        views: 1,
        uniqueViewers: 1,
        averageWatchTime: 5,
        totalWatchTime: 5,
      },
    ]);
    expect(analytics.summary).toMatchObject({
      totalVideoViews: 4,
      todayVideoViews: 4,
      weekVideoViews: 4,
      monthVideoViews: 4,
    });
    expect(analytics.recentVideoViews).toHaveLength(4);
    expect(analytics.recentVideoViews.find((view) => view.watchDuration === 31)).toEqual({
      localTime: '2026-03-10 13:00:00',
      videoTitle: 'Video 1',
      watchDuration: 31,
      city: expect.any(String) as string,
      country: 'Netherlands',
      ip: '145.97.31.0',
    });
  });
});

describe('the retention of a video', () => {
  const watch = (views: Partial<Parameters<typeof videoViewEvent>[0]>[]) =>
    recordVideoViews(
      [
        {
          id: uuidv7(),
          data: { events: views.map((view) => videoViewEvent({ viewId: randomUUID(), ...view })) },
        },
      ],
      intake,
    );
  const retention = async (videoId = 'video-1') =>
    readRetention(
      await built(),
      videoId,
      { from: '2026-03-10', to: '2026-03-11' },
      new Date('2026-03-12T12:00:00Z'),
      zone,
    );

  it('is how many views reached each second, of those days and that video', async () => {
    await watch([
      { watchDuration: 5 },
      { watchDuration: 7 },
      { watchDuration: 7, occurredAt: '2026-03-11T22:59:59.000Z' },
      { watchDuration: 90, occurredAt: '2026-03-11T23:00:00.000Z' },
      { watchDuration: 60, videoId: 'video-2' },
    ]);
    expect(await retention()).toEqual({
      ...{ videoId: 'video-1', from: '2026-03-10', to: '2026-03-11' },
      reached: [3, 3, 3, 3, 3, 3, 2, 2],
    });
  });

  it('follows a view that goes on, and ends at an hour', async () => {
    const viewId = randomUUID();
    await watch([{ viewId, watchDuration: 5 }]);
    await watch([{ viewId, watchDuration: 8_000 }]);
    const { reached } = await retention();
    expect([reached.length, new Set(reached)]).toEqual([3_601, new Set([1])]);
  });

  it('is empty for a video that nobody watched', async () => {
    expect((await retention('video-3')).reached).toEqual([]);
  });
});

describe('the recent lists', () => {
  it('hold the newest 50, in local time, with the referrer or "Direct"', async () => {
    await record(
      Array.from({ length: 60 }, (_, i) =>
        visitEvent({
          occurredAt: new Date(Date.UTC(2026, 9, 25, 0, 0, i)).toISOString(),
          ...(i === 59 && { referrer: 'https://example.org/list' }),
        }),
      ),
    );
    const { recentVisitors } = await read('2026-10-25T18:00:00.000Z');
    expect(recentVisitors).toHaveLength(50);
    expect(recentVisitors[0]).toMatchObject({
      localTime: '2026-10-25 02:00:59',
      referer: 'https://example.org/list',
    });
    expect(recentVisitors[1]).toMatchObject({
      localTime: '2026-10-25 02:00:58',
      referer: 'Direct',
      page: '/nl',
    });
    expect(recentVisitors[49]).toMatchObject({ localTime: '2026-10-25 02:00:10' });
  });
});

describe('a range', () => {
  it('has the figures of its days, referrers, campaigns and kinds of bots', async () => {
    await record([
      visitEvent({
        occurredAt: '2026-03-10T12:00:00.000Z',
        page: '/nl?utm_source=letter&utm_medium=mail',
        referrer: 'https://example.org/',
      }),
      visitEvent({ occurredAt: '2026-03-11T12:00:00.000Z', referrer: 'http://localhost:8080/nl' }),
      visitEvent({ occurredAt: '2026-03-12T12:00:00.000Z', userAgent: googlebot }),
      visitEvent({ occurredAt: '2026-03-13T12:00:00.000Z' }),
    ]);
    const range = await readRange(
      await built(),
      { from: '2026-03-10', to: '2026-03-12' },
      new Date('2026-03-13T00:00:00Z'),
      zone,
    );
    expect(range).toMatchObject({
      summary: {
        total: 2,
        totalBots: 1,
        totalWithBots: 3,
        uniqueVisitors: 2,
        uniqueCountries: 1,
        averageDaily: 0.7,
      },
      dailyStats: [
        { day: '2026-03-10', visitors: 1, uniqueVisitors: 1, bots: 0 },
        { day: '2026-03-11', visitors: 1, uniqueVisitors: 1, bots: 0 },
        { day: '2026-03-12', visitors: 0, uniqueVisitors: 0, bots: 1 },
      ],
      countryStats: [{ code: 'NL', country: 'Netherlands', visitors: 2 }],
      pageStats: { '/nl': 2 },
      before: null,
      referrerStats: [{ host: 'example.org', visitors: 1 }],
      campaignStats: [{ source: 'letter', medium: 'mail', campaign: '', visitors: 1 }],
      botStats: [{ botClass: 'search', reason: 'user-agent', bots: 1 }],
    });
  });

  const now = new Date('2026-03-10T12:00:00.000Z');
  const readLast = async (name: RangeName, comparison?: Comparison) =>
    readRange(await built(), name, now, zone, comparison);
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

  it.each([
    ['today', '2026-03-10', 1],
    ['7d', '2026-03-04', 3],
    ['30d', '2026-02-09', 5],
    ['90d', '2025-12-11', 7],
    ['month-to-date', '2026-03-01', 5],
    ['6m', '2025-10-01', 8],
    ['12m', '2025-04-01', 9],
    ['all', '2025-03-30', 10],
  ] as const)('by the name of %s begins on %s, and all its counts agree', async (name, from, total) => {
    await visitAt(
      '2026-03-10T11:00:00.000Z',
      '2026-03-08T23:00:00.000Z',
      '2026-03-03T23:00:00.000Z', // 4 March 00:00
      '2026-03-03T22:59:59.999Z',
      '2026-02-28T23:00:00.000Z', // 1 March 00:00
      '2026-01-31T22:59:59.999Z',
      '2025-12-31T23:00:00.000Z', // 1 January 00:00
      '2025-10-25T12:00:00.000Z',
      '2025-04-01T12:00:00.000Z',
      '2025-03-30T12:00:00.000Z',
    );
    const range = await readLast(name);
    expect(range).toMatchObject({ from, to: '2026-03-10', summary: { total } });
    expect(sum(Object.values(range.pageStats))).toBe(total);
    expect(sum(range.countryStats.map(({ visitors }) => visitors))).toBe(total);
    expect(sum(range.dailyStats.map(({ visitors }) => visitors))).toBe(total);
    expect(range.dailyStats[0]?.day).toBe(from);
  });

  it('is compared with as many days right before', async () => {
    await record([
      visitEvent({ occurredAt: '2026-03-03T12:00:00.000Z' }),
      visitEvent({ occurredAt: '2026-03-03T12:00:01.000Z', userAgent: googlebot }),
      visitEvent({ occurredAt: '2026-02-25T12:00:00.000Z' }),
      visitEvent({ occurredAt: '2026-02-24T12:00:00.000Z' }),
    ]);
    expect((await readLast('7d')).before).toMatchObject({
      from: '2026-02-25',
      to: '2026-03-03',
      total: 2,
      totalBots: 1,
      uniqueVisitors: 2,
      totalVideoViews: 0,
      imported: 0,
    });
    expect((await readLast('all')).before).toBeNull();
    expect((await readLast('7d', 'none')).before).toBeNull();
  });

  it('that is over ends when it ended', async () => {
    await visitAt('2026-03-09T12:00:00.000Z', '2025-12-31T22:59:59.999Z', '2024-12-31T23:00:00.000Z');
    expect(await readLast('yesterday')).toMatchObject({
      ...{ from: '2026-03-09', to: '2026-03-09', summary: { total: 1 } },
      before: { from: '2026-03-08', to: '2026-03-08', total: 0 },
    });
    expect(await readLast('last-year')).toMatchObject({
      ...{ from: '2025-01-01', to: '2025-12-31', summary: { total: 2 } },
      before: null,
    });
  });

  it('is compared with the same days a year earlier, day by day', async () => {
    await visitAt('2026-03-09T12:00:00.000Z', '2025-03-04T00:30:00.000Z', '2025-03-10T22:59:59.999Z');
    const { before } = await readLast('7d', 'year');
    expect(before).toMatchObject({ from: '2025-03-04', to: '2025-03-10', total: 2 });
    expect(before?.dailyStats.map(({ visitors }) => visitors)).toEqual([1, 0, 0, 0, 0, 0, 1]);
    // Tuesday 01:30 and Monday 23:59 in Amsterdam.
    expect(before?.hoursOfWeek[1]?.[1]).toBe(1);
    expect(before?.hoursOfWeek[0]?.[23]).toBe(1);
  });

  it('has its page views by hour of the week, as a recount of the events has them', async () => {
    // Every 5 hours and 7 minutes for 40 days, over the day in October that has 25 hours.
    const times = Array.from({ length: 188 }, (_, i) => Date.UTC(2026, 9, 1) + i * 18_420_000);
    await visitAt(...times.map((time) => new Date(time).toISOString()));
    await record([visitEvent({ occurredAt: '2026-10-26T09:00:00.000Z', userAgent: googlebot })]);
    const [from, to] = ['2026-10-05', '2026-11-04'];
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const expected = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
    let inRange = 0;
    for (const time of times) {
      const [day = '', clock = ''] = local.format(time).split(' ');
      if (day < from || day > to) continue;
      const row = expected[(new Date(day).getUTCDay() + 6) % 7];
      const hour = Number(clock.slice(0, 2));
      row?.splice(hour, 1, (row[hour] ?? 0) + 1);
      inRange += 1;
    }
    const range = await readRange(await built(), { from, to }, new Date('2026-11-05T12:00:00Z'), zone);
    expect(range.hoursOfWeek).toEqual(expected);
    expect(range.summary.total).toBe(inRange);
  });

  it('brings the summary of the same moment, of which it is a part', async () => {
    await visitAt('2026-03-10T11:00:00.000Z', '2026-03-09T11:00:00.000Z');
    await record([visitEvent({ occurredAt: '2026-03-10T11:30:00.000Z', userAgent: googlebot })]);
    const range = await readLast('today');
    expect(range.overall).toEqual((await read(now.toISOString())).summary);
    expect(range.overall).toMatchObject({ today: range.summary.total, todayBots: range.summary.totalBots });
  });

  it('says of each video how many views came how far, and of each day how many there were', async () => {
    const view = (watchDuration: number, occurredAt: string) =>
      videoViewEvent({ viewId: randomUUID(), watchDuration, occurredAt });
    const events = [
      view(5, '2026-03-09T12:00:00.000Z'),
      view(10, '2026-03-10T10:00:00.000Z'),
      view(119, '2026-03-10T10:00:00.000Z'),
      view(3_600, '2026-03-10T10:00:00.000Z'),
      view(3_600, '2026-02-10T10:00:00.000Z'),
    ];
    await recordVideoViews([{ id: uuidv7(), data: { events } }], intake);
    const { videoStats, dailyStats, summary } = await readLast('7d');
    expect(summary.totalVideoViews).toBe(4);
    expect(dailyStats.slice(-2).map(({ videoViews }) => videoViews)).toEqual([1, 3]);
    expect(videoStats[0]?.reached).toEqual([
      { seconds: 10, views: 3 },
      { seconds: 30, views: 2 },
      { seconds: 60, views: 2 },
      { seconds: 120, views: 1 },
      { seconds: 300, views: 1 },
    ]);
  });
});
