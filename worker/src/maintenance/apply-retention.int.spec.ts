import { randomUUID } from 'node:crypto';
import { confirmWithinDays } from '@voordeur/contracts/jobs';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { googlebot, testIntake, videoViewEvent, visitEvent } from '../testing/intake.js';
import { recordVideoViews } from '../intake/record-video-views.js';
import { makePartition } from '../intake/partitions.js';
import { buildAll } from '../testing/recount.js';
import { recordVisits } from '../intake/record-visits.js';
import { applyRetention } from './apply-retention.js';
import { ends } from './ends.js';
import { useDatabase, useIntake } from '../testing/hooks.js';

const settings = { rawDays: 395, ipDays: 30 };
const database = useDatabase();
const intake = useIntake(database);

const { query } = database;
const stored = (days: number) => query(`update visits set stored_at = now() - interval '${days} days'`);
const record = (events: unknown[]) => recordVisits([{ id: uuidv7(), data: { events } }], intake);

it('removes addresses, bots’ too, a month after they were stored', async () => {
  await record([visitEvent(), visitEvent({ userAgent: googlebot })]);
  await stored(29);
  expect(await applyRetention(database.dataSource, settings)).toMatchObject({ addresses: 0 });
  await stored(31);
  expect(await applyRetention(database.dataSource, settings)).toMatchObject({ addresses: 2 });
  expect(await query('select ip from visits')).toEqual([{ ip: null }, { ip: null }]);
});

it('removes the addresses of a large import in many transactions, and finds them by an index', async () => {
  await makePartition(database.owner, '2024-03');
  await query(
    `insert into visits (id, occurred_at, stored_at, source, page, visitor, country, ip)
    select (lpad(to_hex($1::bigint + n), 12, '0') || '70008000000000000000')::uuid, '2024-03-01',
      now() - interval '31 days', 'import', '/', '\\x01', 'NL', '192.0.2.1'
    from generate_series(1, 12000) as n`,
    [Date.UTC(2024, 2)],
  );
  expect(await applyRetention(database.dataSource, settings)).toMatchObject({ addresses: 12_000 });
  const [row] = await query(
    `select count(*) filter (where ip is not null)::int as left, count(distinct xmin::text)::int as transactions from visits`,
  );
  expect(row).toEqual({ left: 0, transactions: 3 });
  await query('analyze visits');
  const plan = await query(
    `explain select id from visits where ip is not null and stored_at < now() order by stored_at limit 5000`,
  );
  expect(JSON.stringify(plan)).toContain('Index Scan');
});

it('asks whether a month is to be sealed before it locks it', async () => {
  // Months that the tests before this one left empty are dropped, and need the lock too.
  await applyRetention(database.dataSource, settings);
  await record([visitEvent({ occurredAt: '2018-07-09T00:00:00.000Z' })]);
  await buildAll(database.dataSource);
  const reader = database.owner.createQueryRunner();
  await reader.startTransaction();
  try {
    await reader.query('select from visits');
    // A removal that needs the lock waits for two seconds, and is tried again later.
    expect((await applyRetention(database.dataSource, settings)).months).toEqual([]);
    await stored(396);
    await expect(applyRetention(database.dataSource, settings)).rejects.toMatchObject({ code: '55P03' });
  } finally {
    await reader.rollbackTransaction();
    await reader.release();
  }
  expect((await applyRetention(database.dataSource, settings)).months).toEqual(['2018-07']);
});

it('ends pending subscribers a day after their link, and what is known of days that are gone', async () => {
  const subscribe = (state: string, days: number) =>
    query(
      `insert into subscribers (email, id, state, language, lead_id, requested_at)
      values ($1, gen_random_uuid(), $2, 'NL', gen_random_uuid(), now() - make_interval(days => $3))`,
      [`${state}-${days}@example.org`, state, days],
    );
  await subscribe('pending', confirmWithinDays);
  await subscribe('pending', confirmWithinDays + 2);
  await subscribe('confirmed', 900);
  await query(
    `insert into verified_days select day, gen_random_uuid() from unnest(array['2018-01-01', current_date::text]::date[]) as day`,
  );
  await applyRetention(database.dataSource, settings);
  expect((await query('select email from subscribers order by email')).map(({ email }) => email)).toEqual([
    'confirmed-900@example.org',
    `pending-${confirmWithinDays}@example.org`,
  ]);
  expect(await query('select day = current_date as today from verified_days')).toEqual([{ today: true }]);
});

it('every table has an end, or a reason not to have one', async () => {
  const tables = await query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition order by 1`,
  );
  expect(Object.keys(ends).sort()).toEqual(tables.map(({ name }) => name));
});

it('seals a month when its newest row is old, and keeps its figures', async () => {
  await record([
    visitEvent({ occurredAt: '2018-05-31T21:59:00.000Z' }),
    visitEvent({ occurredAt: '2018-05-02T00:00:00.000Z' }),
  ]);
  await recordVideoViews(
    [
      {
        id: uuidv7(),
        data: { events: [videoViewEvent({ occurredAt: '2018-05-03T00:00:00.000Z', viewId: randomUUID() })] },
      },
    ],
    intake,
  );
  await buildAll(database.dataSource);
  const figures = await query('select * from values_by_month');
  await stored(394);
  expect((await applyRetention(database.dataSource, settings)).months).toEqual([]);
  await stored(396);
  expect((await applyRetention(database.dataSource, settings)).months).toEqual(['2018-05']);
  expect((await applyRetention(database.dataSource, settings)).months).toEqual([]);
  expect(await query('select * from visits')).toEqual([]);
  expect(await query('select * from video_views')).toEqual([]);
  expect(await query('select * from values_by_month')).toEqual(figures);
  expect(await query(`select to_regclass('visits_2018_05') as partition`)).toEqual([{ partition: null }]);

  const restarted = await testIntake(database.dataSource);
  await recordVisits(
    [{ id: uuidv7(), data: { events: [visitEvent({ occurredAt: '2018-05-05T00:00:00.000Z' })] } }],
    restarted,
  );
  expect(await query('select reason, events from drops_by_day')).toEqual([
    { reason: 'sealed-month', events: 1 },
  ]);
});

it('keeps a month that one newer row lies in, and drops one that is empty until an import fills it', async () => {
  await record([
    visitEvent({ occurredAt: '2018-07-01T00:00:00.000Z' }),
    visitEvent({ occurredAt: '2018-07-09T00:00:00.000Z' }),
  ]);
  await query(`update visits set stored_at = now() - interval '400 days' where occurred_at < '2018-07-05'`);
  expect((await applyRetention(database.dataSource, settings)).months).toEqual([]);
  await query('delete from visits');
  await buildAll(database.dataSource);
  expect((await applyRetention(database.dataSource, settings)).months).toEqual([]);
  expect(await query(`select to_regclass('visits_2018_07')::text as partition`)).toEqual([
    { partition: null },
  ]);
  const again = () => record([visitEvent({ occurredAt: '2018-07-02T00:00:00.000Z' })]);
  // This process knows a partition that is gone; the job is tried again.
  await expect(again()).rejects.toThrow();
  await again();
  expect(await query('select count(*)::int as n from visits')).toEqual([{ n: 1 }]);
});

it('throws salts away 48 hours after their day, an imported day’s after its use', async () => {
  await query(`insert into day_salts (day, salt, used_at) values
    (current_date - 1, '\\x01', now() - interval '30 hours'),
    (current_date - 4, '\\x02', now() - interval '90 hours'),
    ('2018-01-01', '\\x03', now()),
    ('2018-01-02', '\\x04', now() - interval '49 hours')`);
  await applyRetention(database.dataSource, settings);
  expect(await query('select salt from day_salts order by salt')).toEqual([
    { salt: Buffer.from([1]) },
    { salt: Buffer.from([3]) },
  ]);
});

it('removes what was passed on with the rows, and its addresses with theirs', async () => {
  await query(`insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at, created_at)
    select gen_random_uuid(), 'webhook', 'booking-visit', 'visit.booking', gen_random_uuid(),
      '{"address": "145.97.31.0"}', now(), now(), now() - days * interval '1 day'
    from unnest(array[29, 31, 394, 396]) as days`);
  await applyRetention(database.dataSource, settings);
  expect(await query(`select payload->>'address' as address from outbox order by created_at`)).toEqual([
    { address: 'Unknown' },
    { address: 'Unknown' },
    { address: '145.97.31.0' },
  ]);
});

it('removes the consent and the mark of a person that an earlier version erased, and of nobody else', async () => {
  for (const email of ['here@example.org', 'gone@example.org']) {
    const id = uuidv7();
    await query(
      `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'newsletter', upper($2), '', now())`,
      [id, email],
    );
    await query(
      `insert into subscribers (email, id, state, language, lead_id, requested_at)
      values ($2, $1, 'pending', 'NL', $1, now())`,
      [id, email],
    );
    await query(`insert into consents (lead_id, email, language, given_at) values ($1, $2, 'NL', now())`, [
      id,
      email,
    ]);
    await query(`insert into bounces values ($1, now(), '5.1.1')`, [email]);
  }
  await query(`delete from subscribers where email like 'gone%'`);
  await query(`delete from leads where email like 'GONE%'`);
  await applyRetention(database.dataSource, settings);
  const left = [{ email: 'here@example.org' }];
  expect([await query('select email from consents'), await query('select email from bounces')]).toEqual([
    left,
    left,
  ]);
});
