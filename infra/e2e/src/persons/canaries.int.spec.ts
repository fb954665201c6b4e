import { randomInt } from 'node:crypto';
import { createTestApp } from '@voordeur/api/testing';
import { createDataSource } from '@voordeur/contracts/db';
import { leadFields } from '@voordeur/contracts/http';
import { queueNames } from '@voordeur/contracts/jobs';
import { asProgram, testServices } from '@voordeur/testing';
import {
  buildAll,
  erasureDestinations,
  googlebot,
  Outbox,
  testIntake,
  videoViewEvent,
  visitEvent,
} from '@voordeur/worker/testing';
import { recordVideoViews, recordVisits } from '@voordeur/worker';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesHolding, keysHolding } from './holding.js';
import placesWithoutForms from './places.json' with { type: 'json' };
import { plantMeeting, plantPerson } from './plant-person.js';

/** Found nowhere else. With neither signs that a URL would write in another way, nor any in JSON. */
const email = `canary${randomInt(1e9)}@example.org`;
const phone = `316${randomInt(1e8, 1e9)}${randomInt(1e9)}`;
const canaries = [email, phone];

let test: Awaited<ReturnType<typeof createTestApp>>;
let queue: Queue;
let redis: Redis;
let outbox: Outbox;
let worker: DataSource;

beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: 'debug' });
  queue = new Queue(queueNames.signups, { connection: { url: test.config.redisUrl }, prefix: test.prefix });
  redis = new Redis(testServices.redisUrl);
  const { workerUrl: databaseUrl } = test.database;
  worker = await createDataSource(databaseUrl).initialize();
  const redisUrl = asProgram('worker', testServices.redisUrl);
  const { queuePrefix } = test.config;
  outbox = new Outbox(worker, { databaseUrl }, erasureDestinations(worker, { redisUrl, queuePrefix }));
  outbox.onApplicationBootstrap();
});
afterAll(async () => {
  await outbox.beforeApplicationShutdown();
  await queue.close();
  await redis.quit();
  await worker.destroy();
  await test.close();
});

const query = <Row>(sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Row[]>(sql, values);

/** Numbers, times and addresses of machines can't hold anybody's name; whatever else there is, can. */
const readColumns = () =>
  query<{ table: string; column: string }>(
    `select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
      and attnum > 0 and not attisdropped
      and atttypid::regtype::text not in ('uuid', 'smallint', 'integer', 'bigint', 'boolean', 'double precision',
        'date', 'timestamp with time zone', 'timestamp without time zone', 'tstzrange', 'inet')
    order by 1, 2`,
  );

async function columnsHolding(text: string): Promise<string[]> {
  const holding: string[] = [];
  for (const { table, column } of await readColumns()) {
    const value =
      column === 'packed' ? `encode(decode(nullif(${column}, ''), 'base64'), 'escape')` : `${column}::text`;
    const found = await query(
      `select 1 from ${table} where position(lower($1) in lower(${value})) > 0
        or position(encode(convert_to($1, 'UTF8'), 'hex') in ${value}) > 0 limit 1`,
      [text],
    );
    if (found.length > 0) holding.push(`${table}.${column}`);
  }
  return holding.sort();
}

/** Columns of the forms' fields, but for the address, which is erased in any row. */
function formColumns(personal: boolean): string[] {
  return Object.values(leadFields)
    .filter(
      ({ type, column, isPersonal }) => type !== 'seconds' && column !== 'email' && isPersonal === personal,
    )
    .map(({ column }) => column);
}

/**
 * The columns with one of these fates. places.json has every column of the database that can hold text or bytes, by what
 * becomes of an address in it when its person is erased; those of forms are in the description of their fields.
 * - `erased`: it goes, in any row.
 * - `with its row`: it goes with the person's own row; in the row of somebody else, who mentioned it, it stays.
 * - `stays`: docs/backup.md says so, under "What an erasure leaves".
 * - `replaced`: it's never stored there, but `[address]` is.
 * - `no room`: only our own words, figures or digests are written there, or the owner's own data, or nothing since the version before.
 */
const inLeads = (column: string) => `leads.${column}`;
const places = {
  ...placesWithoutForms,
  'with its row': [...placesWithoutForms['with its row'], ...formColumns(true).map(inLeads)],
  'no room': [...placesWithoutForms['no room'], ...formColumns(false).map(inLeads)],
};
const columnsWith = (...fates: (keyof typeof places)[]) => fates.flatMap((fate) => places[fate]).sort();

/** The places in Redis that hold a canary: its keys, and its files on the disk. */
async function redisHolding(): Promise<string[]> {
  const [, folder = ''] = (await redis.config('GET', 'dir')) as string[];
  const keys = await keysHolding(testServices.redisUrl, canaries, `${test.prefix}*`);
  return [...keys, ...filesHolding(folder, canaries)];
}

const timestamp = '2026-03-10T12:00:00Z';
const post = (path: string, body: object) => test.http.post(path).send(body).expect(202);

/** In every column of a lead that a stranger or the owner can write into, and in an answer to it. */
const fillLead = (of: string) =>
  query(
    `with lead as (
      update leads set ${formColumns(true)
        .map((column) => `${column} = $2, `)
        .join('')}referrer = $2, first_page = $2, utm_source = $2, utm_medium = $2,
        utm_campaign = $2, note = $2 where email = $1 returning id)
    insert into lead_replies (id, lead_id, subject, text) select gen_random_uuid(), id, $2, $2 from lead`,
    [of, `${email} ${phone}`],
  );

/** Likewise in a meeting. */
const fillMeeting = (of: string) =>
  query(
    `update meetings set name = $2, phone = $2, notes = $2,
      answers = jsonb_build_array(jsonb_build_object('question', '', 'answer', $2::text)) where email = $1`,
    [of, `${email} ${phone}`],
  );

async function plantEverywhere(): Promise<void> {
  const both = `${email} ${phone}`;
  await plantPerson({ test, queue, email });
  await fillLead(email);
  await fillMeeting(email);
  await query(
    `insert into leads (id, kind, email, client_timestamp, received_at)
    values ($1, 'question', 'other@example.org', $2::text, $2::timestamptz)`,
    [uuidv7(), timestamp],
  );
  await fillLead('other@example.org');
  await plantMeeting(test.database.dataSource, 'other@example.org');
  await fillMeeting('other@example.org');
  await query('insert into calendar (settings, version) values (to_jsonb($1::text), 1)', [both]);
  const intake = await testIntake(test.database.dataSource);
  const campaign = ['source', 'medium', 'campaign'].map((part) => `utm_${part}=${email}${phone}`).join('&');
  const events = [
    visitEvent({ page: `/${email}${phone}?${campaign}`, referrer: `https://example.com/${email}` }),
    visitEvent({ userAgent: `${googlebot} ${both}` }),
  ];
  await recordVisits([{ id: uuidv7(), data: { events } }], intake);
  const views = [videoViewEvent({ videoTitle: both })];
  await recordVideoViews([{ id: uuidv7(), data: { events: views } }], intake);
  await buildAll(worker);
  await query(`insert into texts (key, language, value) values ('home.pageTitle', 'en', $1)`, [both]);
  await query(
    `insert into text_drafts (key, language, value, written_over) values ('home.pageTitle', 'en', $1, $1)`,
    [both],
  );
  await query(
    `insert into text_edits (id, key, language, old_value, new_value)
    values ($1, 'home.pageTitle', 'en', $2, $2)`,
    [uuidv7(), both],
  );
  await query(`insert into site_settings (key, value) values ('quote', to_jsonb($1::text))`, [both]);
  await query(
    `insert into site_edits (id, key, old_value, new_value)
    values ($1, 'quote', to_jsonb($2::text), to_jsonb($2::text))`,
    [uuidv7(), both],
  );
  // On their way, and tried before.
  await post('/api/video-signup', { email, phone, videoId: 'video-1', watchTime: 5, timestamp });
  await post('/api/unsubscribe', { email });
  const retried = { attempts: 5, delay: 60_000 };
  await queue.add('newsletter-signup', { email, phone }, { ...retried, jobId: uuidv7() });
}

it('knows every column that can hold text', async () => {
  const columns = (await readColumns()).map(({ table, column }) => `${table}.${column}`);
  expect(columns.sort()).toEqual(Object.values(places).flat().sort());
});

it('after an erasure an address is left only where the manual says so', async () => {
  await plantEverywhere();
  expect(await columnsHolding(email)).toEqual(columnsWith('erased', 'with its row', 'stays'));
  expect(await columnsHolding('[address]')).toEqual(
    expect.arrayContaining(['sessions_by_day.packed', 'values_by_day.value']),
  );
  expect((await redisHolding()).length).toBeGreaterThan(3);

  const token = await test.login();
  await test.http
    .post('/api/admin/persons/erase')
    .set('authorization', `Bearer ${token}`)
    .send({ email: email.toUpperCase() });
  // On a busy machine it was answered before it was done.
  await expect.poll(() => query('select 1 from subscribers')).toEqual([]);

  expect(await columnsHolding(email)).toEqual(columnsWith('with its row', 'stays'));
  // A number has no erasure of its own: it goes with the rows of the address, and stays in notes about others.
  expect(await columnsHolding(phone)).toEqual(
    [...columnsWith('with its row', 'stays'), 'lead_replies.text', 'leads.note', 'meetings.notes'].sort(),
  );
  expect(await query('select 1 from leads where email = $1', [email])).toEqual([]);
  await expect.poll(redisHolding).toEqual([]);
  for (const canary of canaries) expect(test.log.join('')).not.toContain(canary);
  expect(test.log.length).toBeGreaterThan(8);
});
