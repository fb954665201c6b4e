import { expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { readAnalytics, readRange } from '@voordeur/api';
import { recordVisits } from '@voordeur/worker';
import {
  buildAll,
  exportFiles,
  googlebot,
  importPlausible,
  threeDays,
  useDatabase,
  useIntake,
  visitEvent,
  zipOf,
} from '@voordeur/worker/testing';

/** The owner reads what `make import KIND=plausible` stores, together with and before what the worker stores. */
const zone = 'Europe/Amsterdam';
const database = useDatabase();
const intake = useIntake(database, zone);
/** The database once every day is made that has changed. */
const built = async () => {
  await buildAll(database.dataSource);
  return database.dataSource;
};
const now = new Date('2024-05-10T12:00:00Z');

const record = (...events: ReturnType<typeof visitEvent>[]) =>
  recordVisits([{ id: uuidv7(), data: { events } }], intake);
const bringThreeDays = async () =>
  importPlausible(database.dataSource, await zipOf(exportFiles(threeDays)), now);
const read = async () => readAnalytics(await built(), now, zone);
const readDays = async (from: string, to: string) => readRange(await built(), { from, to }, now, zone);
const readAll = async () => readRange(await built(), 'all', now, zone);

it('imported days are in all figures that they have, marked', async () => {
  await record(
    visitEvent({ occurredAt: '2024-05-03T12:00:00Z' }),
    visitEvent({ occurredAt: '2024-05-04T12:00:00Z', userAgent: googlebot }),
  );
  await bringThreeDays();

  const all = await readAll();
  expect(all).toMatchObject({
    from: '2024-04-30',
    to: '2024-05-10',
    summary: {
      total: 11,
      imported: 10,
      uniqueVisitors: 7,
      uniqueCountries: 2,
      averageDaily: 1,
      totalBots: 1,
      totalWithBots: 12,
    },
    before: null,
    pageStats: { '/nl': 9, '/about': 1, '/en': 1 },
    countryStats: [
      { code: 'NL', visitors: 9 },
      { code: 'BE', visitors: 2 },
    ],
  });
  expect(all.dailyStats.slice(0, 5)).toEqual([
    { day: '2024-04-30', visitors: 1, uniqueVisitors: 1, videoViews: 0, bots: 0, imported: true },
    { day: '2024-05-01', visitors: 4, uniqueVisitors: 2, videoViews: 0, bots: 0, imported: true },
    { day: '2024-05-02', visitors: 5, uniqueVisitors: 3, videoViews: 0, bots: 0, imported: true },
    { day: '2024-05-03', visitors: 1, uniqueVisitors: 1, videoViews: 0, bots: 0, imported: false },
    { day: '2024-05-04', visitors: 0, uniqueVisitors: 0, videoViews: 0, bots: 1, imported: false },
  ]);

  const { summary, monthlyStats, pageStats, countryStats } = await read();
  expect(summary).toMatchObject({
    total: 11,
    imported: 10,
    today: 0,
    thisMonth: 10,
    uniqueVisitors: 7,
    uniqueCountries: 2,
    averageDaily: 1,
    totalWithBots: 12,
  });
  expect(monthlyStats.slice(-2)).toMatchObject([
    { month: '2024-04', visitors: 1, imported: 1, uniqueCountries: 1, topCountry: 'Netherlands' },
    { month: '2024-05', visitors: 10, imported: 9, uniqueCountries: 2, topCountry: 'Netherlands' },
  ]);
  expect([pageStats, countryStats]).toEqual([
    { '/nl': 9, '/about': 1, '/en': 1 },
    { Netherlands: 9, Belgium: 2 },
  ]);
});

it('a range has those of its days, and says how many the days before it have', async () => {
  await record(visitEvent({ occurredAt: '2024-05-03T12:00:00Z' }));
  await bringThreeDays();
  expect(await readDays('2024-05-02', '2024-05-03')).toMatchObject({
    summary: { total: 6, imported: 5 },
    before: { from: '2024-04-30', to: '2024-05-01', total: 5, imported: 5, uniqueVisitors: 3 },
    pageStats: { '/nl': 5, '/en': 1 },
    countryStats: [{ code: 'NL', visitors: 6 }],
  });
});

it('with no page views of our own, they are all there is', async () => {
  await bringThreeDays();
  expect(await readAll()).toMatchObject({ from: '2024-04-30', summary: { total: 10, imported: 10 } });
  expect((await read()).summary).toMatchObject({ total: 10, averageDaily: 0.9 });
});

it('a page view of our own that comes in later takes the place of the days from its own on', async () => {
  await bringThreeDays();
  await record(visitEvent({ occurredAt: '2024-05-01T12:00:00Z' }));
  const { summary, dailyStats, pageStats, countryStats } = await readAll();
  expect(summary).toMatchObject({ total: 2, imported: 1, uniqueVisitors: 2 });
  expect(dailyStats.slice(0, 3).map(({ imported }) => imported)).toEqual([true, false, false]);
  expect(pageStats).toEqual({ '/nl': 2 });
  expect(countryStats).toMatchObject([{ code: 'NL', visitors: 2 }]);
  const dashboard = await read();
  expect(dashboard.summary).toMatchObject({ total: 2, imported: 1, uniqueVisitors: 2, uniqueCountries: 1 });
  expect(dashboard.monthlyStats.at(-1)).toMatchObject({ visitors: 1, imported: 0 });
  expect(dashboard.pageStats).toEqual({ '/nl': 2 });
  expect(dashboard.countryStats).toEqual({ Netherlands: 2 });
});
