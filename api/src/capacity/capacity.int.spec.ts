import { capacitySetting } from '@voordeur/contracts/db';
import type { CapacityAnswer, MeasuredCapacity } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import { beforeEach, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';
import { readCapacity } from './read-capacity.js';

const test = useApp();
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) => test.database.dataSource.query(sql, values);

const zone = 'Europe/Amsterdam';
const now = new Date('2026-11-26T12:00:00Z');
const measured: MeasuredCapacity = {
  pageViewsPerSecond: 8_000,
  measuredAt: '2026-11-20T10:00:00.000Z',
  processors: 2,
};
const read = () => readCapacity(test.database.dataSource.manager, now, zone);
const store = (hour: string, people: number, bots = 0) =>
  query('insert into visits_by_hour (hour, people, bots) values ($1, $2, $3)', [hour, people, bots]);
const note = (capacity: MeasuredCapacity) =>
  query('insert into settings (name, value) values ($1, $2)', [capacitySetting, JSON.stringify(capacity)]);

beforeEach(async () => {
  await query('truncate visits_by_hour');
  await query('delete from settings where name = $1', [capacitySetting]);
});

it('is for the owner only, and empty at first', async () => {
  await test.http.get('/api/admin/capacity').expect(401);
  const empty: CapacityAnswer = {
    measured: null,
    lastMonth: { pageViews: 0, busiestHour: 0, busiestSecond: 0 },
    growth: null,
    outlook: { state: 'unmeasured' },
  };
  expect((await owner.get('/api/admin/capacity').expect(200)).body).toEqual(empty);
});

it('says until when it is enough, as the api may read it', async () => {
  await note(measured);
  const today = DateTime.now().setZone(zone).startOf('day');
  const hourOf = (daysAgo: number) => today.minus({ days: daysAgo }).toFormat("yyyy-MM-dd'T'12:00");
  await store(hourOf(60), 1_000);
  await store(hourOf(1), 1_800);
  const { body } = (await owner.get('/api/admin/capacity').expect(200)) as { body: CapacityAnswer };
  expect(body).toMatchObject({
    measured,
    lastMonth: { pageViews: 1_800, busiestHour: 0.5, busiestSecond: 5 },
    outlook: { state: 'until' },
  });
  expect(body.growth).toBeCloseTo(0.8, 10);
});

it('counts people and bots of the 30 days before today, and of the 30 before', async () => {
  await note(measured);
  await store('2026-09-26 23:00', 1_000_000);
  await store('2026-09-27 00:00', 100, 20);
  await store('2026-10-26 23:00', 60, 20);
  await store('2026-10-27 00:00', 1_000, 800);
  await store('2026-11-25 23:00', 400, 0);
  await store('2026-11-26 00:00', 1_000_000);
  expect(await read()).toEqual({
    measured,
    lastMonth: { pageViews: 2_200, busiestHour: 0.5, busiestSecond: 5 },
    growth: 10,
    // 1,600 times as much is three months of eleven times as much, and 2 days.
    outlook: { state: 'until', month: '2027-02' },
  });
});

it('says so where there is too little, or already too much', async () => {
  await note(measured);
  await store('2026-09-28 00:00', 5_000);
  await store('2026-11-01 12:00', 5_000);
  expect(await read()).toMatchObject({ growth: null, outlook: { state: 'too-little-data' } });
  await store('2026-11-02 12:00', 2_880_000);
  expect(await read()).toMatchObject({
    lastMonth: { busiestHour: 800, busiestSecond: 8_000 },
    outlook: { state: 'exceeded' },
  });
});
