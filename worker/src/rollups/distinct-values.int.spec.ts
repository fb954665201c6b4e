import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { idAt, videoViewEvent, visitEvent } from '../testing/intake.js';
import { recountRollups } from '../testing/recount.js';
import { recordVideoViews } from '../video-views/record-video-views.js';
import { recordVisits } from '../visits/record-visits.js';
import { forgetValue } from './forget-value.js';
import { rebuildRollups } from './rebuild-rollups.js';
import { reconcileRollups } from './reconcile-rollups.js';

const zone = 'Europe/Amsterdam';
const most = 2_000;
const database = useDatabase();
const intake = useIntake(database);
const { query } = database;

const record = (events: unknown[]) => recordVisits([{ id: uuidv7(), data: { events } }], intake);
const text = (number: number) => String(number).padStart(5, '0');
/** Each brings a page, a referrer and a campaign that nobody else has, one millisecond after the other. */
const stranger = (number: number) => {
  const occurredAt = new Date(Date.UTC(2026, 2, 10, 12, 0, 0, number)).toISOString();
  return visitEvent({
    ...{ occurredAt, id: idAt(occurredAt, number) },
    page: `/x${text(number)}?utm_source=s${text(number)}&utm_medium=m&utm_campaign=c`,
    referrer: `https://h${text(number)}.example/`,
  });
};
const strangers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => stranger(from + index));

const counts = async (column: string, table: string) => {
  const rows = await query(`select ${column} as value, people from ${table} order by 1`);
  return Object.fromEntries(rows.map(({ value, people }) => [value as string, people as number]));
};
const pages = () => counts('page', 'visits_by_day_page');
const referrers = () => counts('referrer_host', 'visits_by_day_referrer');
const campaigns = () => counts('utm_source', 'visits_by_day_campaign');

async function expectNoDifference(timeZone = zone): Promise<void> {
  const { kept, recounted } = await recountRollups(database.dataSource, timeZone);
  expect(kept).toEqual(recounted);
  expect(await reconcileRollups(database.dataSource, timeZone)).toEqual({});
}

it('keeps the first pages, referrers and campaigns of a day, counts the rest together, and never cuts what it knows', async () => {
  const events = strangers(0, most + 600);
  // The last comes first, because only the order of the ids counts.
  await record([...events].reverse());
  await record([
    stranger(0),
    visitEvent({ page: '/nl/learn', referrer: 'https://www.google.com/' }),
    visitEvent({ page: '/?utm_source=chatgpt.com', referrer: 'https://chatgpt.com/' }),
    // Another day has its own places.
    visitEvent({ occurredAt: '2026-03-11T12:00:00.000Z', page: '/late', referrer: 'https://late.example/' }),
  ]);
  for (const [found, first, last, known] of [
    [await pages(), '/x00000', '/x01999', ['/', '/late', '/nl/learn']],
    [
      await referrers(),
      'h00000.example',
      'h01999.example',
      ['chatgpt.com', 'late.example', 'www.google.com'],
    ],
    [await campaigns(), 's00000', 's01999', ['chatgpt.com']],
  ] as const) {
    const { '(other)': other, ...values } = found;
    expect(other).toBe(600);
    const ofStrangers = Object.keys(values).filter((value) => !(known as readonly string[]).includes(value));
    expect([ofStrangers.length, ofStrangers[0], ofStrangers.at(-1)]).toEqual([most, first, last]);
    expect(known.map((value) => values[value])).toEqual(known.map(() => 1));
  }
  // No retention ends these: a name for each value that is kept, and one for the rest.
  const names = await query(
    `select kind, count(*)::int from names where kind in ('page', 'referrer', 'campaign') group by 1 order by 1`,
  );
  expect(names.map(({ count }) => count)).toEqual([most + 2, most + 4, most + 4]);
  await expectNoDifference();
  await rebuildRollups(database.dataSource, 'America/New_York');
  await expectNoDifference('America/New_York');
});

it('never keeps more where batches come at once, or the same one comes again', async () => {
  const chunks = Array.from({ length: 4 }, (_, part) => ({
    id: uuidv7(),
    data: { events: strangers(part * 700, (part + 1) * 700) },
  }));
  await Promise.all(chunks.map((chunk) => recordVisits([chunk], intake)));
  await Promise.all(chunks.map((chunk) => recordVisits([{ ...chunk, id: uuidv7() }], intake)));
  const { '(other)': other, ...values } = await pages();
  expect([Object.keys(values).length, other]).toEqual([most, 800]);
  await expectNoDifference();
});

it('does the same with videos', async () => {
  const views = Array.from({ length: most + 5 }, (_, number) =>
    videoViewEvent({
      occurredAt: new Date(Date.UTC(2026, 2, 10, 12, 0, 0, number)).toISOString(),
      ...{ videoId: `v${text(number)}`, viewId: uuidv7() },
    }),
  );
  await recordVideoViews([{ id: uuidv7(), data: { events: views } }], intake);
  const longer = [...views.slice(-1), videoViewEvent({ viewId: uuidv7() })].map((view) => ({
    ...view,
    watchDuration: 40,
  }));
  await recordVideoViews([{ id: uuidv7(), data: { events: longer } }], intake);
  expect(await query('select count(*)::int from video_views_by_day')).toEqual([{ count: most + 2 }]);
  expect(
    await query(
      `select video_id, views, reached_30 from video_views_by_day where video_id !~ '^v0' order by 1`,
    ),
  ).toEqual([
    { video_id: '(other)', views: 5, reached_30: 1 },
    { video_id: 'video-1', views: 1, reached_30: 1 },
  ]);
  await expectNoDifference();
});

it('forgets a value everywhere, where days are sealed too, and again finds nothing', async () => {
  const page = '/jan@example.org';
  await record([
    ...strangers(0, 3),
    visitEvent({ page: '/nl', address: '81.2.69.142' }),
    visitEvent({ page: '/secret?utm_campaign=jan', referrer: 'https://secret.example/' }),
    visitEvent({ page: '/nl', referrer: 'https://localhost:8080/secret' }),
  ]);
  await query(`insert into visits_by_day_page values ('2020-01-05', md5($1)::uuid, $1, 7, now())`, [page]);
  await query(`insert into visits_by_month_page values ('2020-01-01', md5($1)::uuid, $1, 7, now())`, [page]);
  await query(`insert into sealed_months values ('2020-01-01')`);
  await query(`insert into imported_days values ('2019-01-05', 7, 7)`);
  await query(`insert into imported_pages values ('2019-01-05', md5($1)::uuid, $1, 7)`, [page]);
  await query(
    `insert into leads (id, kind, email, client_timestamp, received_at, first_page, referrer, utm_campaign)
    values ($1, 'question', 'you@example.org', '', now(), '/secret', 'https://secret.example/', 'jan')`,
    [uuidv7()],
  );
  const db = database.dataSource;
  const forget = (value: string) => forgetValue(db, value, zone);
  expect(await forget('/nl')).toBeUndefined();
  expect(await forget(page)).toMatchObject({ figures: 3, pageViews: 0 });
  expect(await forget('/secret')).toMatchObject({ figures: 2, pageViews: 2, names: 1 });
  expect(await forget('secret.example')).toMatchObject({ figures: 1, pageViews: 1, names: 1 });
  expect(await forget('jan')).toMatchObject({ figures: 1, pageViews: 1, names: 1 });
  expect(await forget('/secret')).toEqual({ figures: 0, pageViews: 0, leads: 0, names: 0 });
  expect(await query('select first_page, referrer, utm_campaign from leads')).toEqual([
    { first_page: null, referrer: null, utm_campaign: null },
  ]);

  const tables = await query(
    `select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  for (const { relname } of tables)
    expect(
      await query(`select * from ${relname as string} as one where one::text ~ 'secret|jan'`),
      relname as string,
    ).toEqual([]);
  expect(await query(`select page, people from visits_by_day_page where day = '2020-01-05'`)).toEqual([
    { page: '(other)', people: 7 },
  ]);
  expect(await query('select page, people from imported_pages')).toEqual([{ page: '(other)', people: 7 }]);
  expect((await campaigns())['(other)']).toBe(1);
  expect(await query(`select referrer from visits where referrer ~ 'localhost'`)).toEqual([
    { referrer: 'https://localhost:8080/' },
  ]);
  const { kept, recounted } = await recountRollups(db);
  expect(kept['sessions']).toEqual(recounted['sessions']);
  expect(await reconcileRollups(db, zone)).toEqual({});
});
