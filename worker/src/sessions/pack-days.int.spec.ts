import { setTimeout as wait } from 'node:timers/promises';
import { packColumns, readColumns, readStateOfDay, unpackColumns } from '@voordeur/server';
import type { ClientBase } from 'pg';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { recordGoals } from '../goals/record-goals.js';
import { recountVisitors } from '../rollups/recount-sessions.js';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { goalEvent, videoViewEvent, visitEvent } from '../testing/intake.js';
import { recordVideoViews } from '../video-views/record-video-views.js';
import { recordVisits } from '../visits/record-visits.js';
import { packDays } from './pack-days.js';

/** Days of `packed_sessions` hold what the rows of sessions say, or say that they don't. */
const database = useDatabase();
const intake = useIntake(database);
const zone = 'Europe/Amsterdam';

async function recordPages(...times: string[]) {
  const events = times.map((occurredAt, place) =>
    visitEvent({ occurredAt, address: `145.97.31.${place + 1}` }),
  );
  await recordVisits([{ id: uuidv7(), data: { events } }], intake);
}
const day = '2026-03-10';
const noon = `${day}T12:00:00.000Z`;

async function packed(): Promise<Record<string, string | null>> {
  const rows = await database.query('select day::text, packed from packed_sessions order by day');
  return Object.fromEntries(rows.map((row) => [row['day'], row['packed']])) as Record<string, string | null>;
}
async function stateOf(one: string): Promise<string> {
  const runner = database.dataSource.createQueryRunner();
  const state = await readStateOfDay((await runner.connect()) as ClientBase, one);
  await runner.release();
  return state;
}
const countSessions = (text: string | null | undefined) => unpackColumns(text ?? '').numbers.visitor.length;

it('packs each day but today, and nothing of a day that is packed', async () => {
  await recordPages('2026-03-09T12:00:00.000Z', noon, new Date().toISOString());
  await packDays(database.dataSource, zone);
  const days = await packed();
  expect(Object.values(days).map((text) => text === null)).toEqual([false, false, true]);
  expect(countSessions(days[day])).toBe(1);
  await database.query(
    `update packed_sessions set version = gen_random_uuid(), packed = 'kept' where day = $1`,
    [day],
  );
  await packDays(database.dataSource, zone);
  expect((await packed())[day]).toBe('kept');
});

it('reads back what was packed', async () => {
  await recordPages(
    ...Array.from(
      { length: 300 },
      (_, minute) => `${day}T10:${String(minute % 60).padStart(2, '0')}:00.000Z`,
    ),
  );
  const views = Array.from({ length: 3 }, (_, index) =>
    videoViewEvent({ occurredAt: noon, viewId: uuidv7(), watchDuration: 70_000, videoId: `video-${index}` }),
  );
  await recordVideoViews([{ id: uuidv7(), data: { events: views } }], intake);
  const runner = database.dataSource.createQueryRunner();
  const columns = await readColumns((await runner.connect()) as ClientBase, day);
  await runner.release();
  expect(columns.numbers.visitor.length).toBeGreaterThan(200);
  expect(columns.numbers.viewSeconds).toEqual(Uint32Array.of(70_000, 70_000, 70_000));
  expect(unpackColumns(packColumns(columns))).toEqual(columns);
});

const changes: [what: string, change: () => Promise<unknown>][] = [
  ['a page view that comes in late', () => recordPages(noon, `${day}T18:00:00.000Z`)],
  [
    'a video view that comes in late',
    () =>
      recordVideoViews(
        [{ id: uuidv7(), data: { events: [videoViewEvent({ occurredAt: noon, address: '145.97.31.1' })] } }],
        intake,
      ),
  ],
  [
    'a goal that comes in late',
    () =>
      recordGoals(
        [{ id: uuidv7(), data: { events: [goalEvent({ occurredAt: noon, address: '145.97.31.1' })] } }],
        intake,
      ),
  ],
  [
    'a recount',
    async () => {
      const rows = await database.query('select visitor from sessions where day = $1', [day]);
      await recountVisitors(
        database.dataSource,
        rows.map((row) => String(row['visitor'])),
        zone,
      );
    },
  ],
  [
    'an erasure',
    () =>
      database.query(
        `delete from sessions where visitor = (select visitor from sessions where day = $1 limit 1)`,
        [day],
      ),
  ],
];

it.each(changes)('%s makes its day change, and no other', async (_, change) => {
  await recordPages('2026-03-09T12:00:00.000Z');
  await recordPages(noon, `${day}T13:00:00.000Z`);
  await packDays(database.dataSource, zone);
  const before = await packed();
  expect(before[day]).toEqual(expect.any(String));
  const statesBefore = [await stateOf('2026-03-09'), await stateOf(day)];
  expect([await stateOf('2026-03-09'), await stateOf(day)]).toEqual(statesBefore);
  await change();
  expect([await stateOf('2026-03-09'), await stateOf(day)]).toEqual([
    statesBefore[0],
    expect.not.stringMatching(`^${statesBefore[1]}$`),
  ]);
  const { [day]: changed, ...others } = await packed();
  expect(changed).toBeNull();
  expect(others).toEqual({ '2026-03-09': before['2026-03-09'] });
  await packDays(database.dataSource, zone);
  expect((await packed())[day]).toEqual(expect.any(String));
});

it('a day whose sessions are all erased goes', async () => {
  await recordPages(noon);
  await packDays(database.dataSource, zone);
  await database.query('delete from sessions');
  await packDays(database.dataSource, zone);
  expect(await packed()).toEqual({});
});

it('packing waits for what changes rows of the day', async () => {
  await recordPages(noon);
  const writer = database.dataSource.createQueryRunner();
  await writer.startTransaction();
  await writer.query(
    `insert into sessions (visitor, started_at, ended_at, entry, exit, day, page_views, hour, source, suspicions, country)
    select gen_random_uuid(), started_at, ended_at, entry, exit, day, page_views, hour, source, suspicions, country from sessions`,
  );
  const packing = packDays(database.dataSource, zone);
  await untilWaiting();
  await writer.commitTransaction();
  await writer.release();
  await packing;
  expect(countSessions((await packed())[day])).toBe(2);
});

async function untilWaiting(): Promise<void> {
  for (;;) {
    const [row] = await database.query(
      `select exists (select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())) as waits`,
    );
    if (row?.['waits'] === true) return;
    await wait(10);
  }
}

it('the days of a month that is sealed change, and those at its ends', async () => {
  await recordPages('2026-02-15T12:00:00.000Z', '2026-02-28T23:30:00.000Z', '2026-03-05T12:00:00.000Z');
  await packDays(database.dataSource, zone);
  await database.query(`update visits set stored_at = now() - interval '3 years'`);
  await database.dataSource.query(`select seal_visits_month('2026-02-01', 30)`);
  expect(await packed()).toEqual({
    ...{ '2026-02-15': null, '2026-03-01': null },
    '2026-03-05': expect.any(String) as string,
  });
  await packDays(database.dataSource, zone);
  expect(Object.keys(await packed())).toEqual(['2026-03-05']);
});
