import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { queueNames } from '@voordeur/contracts/jobs';
import { createDataSource } from '@voordeur/contracts/db';
import { asProgram, testServices } from '@voordeur/testing';
import { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '@voordeur/api/testing';
import { erasureDestinations, Outbox } from '@voordeur/worker/testing';
import { root } from '@voordeur/operate/local/settings.js';
import { keysHolding, tablesHolding } from './holding.js';
import { plantPerson } from './plant-person.js';

/** A marked address is planted wherever the product keeps one; after its erasure it is nowhere. */
const marked = 'Marked.Person+letter@example.org';
const other = 'aMarked.Person+letter@example.org';
const timestamp = '2026-03-10T12:00:00Z';
let test: Awaited<ReturnType<typeof createTestApp>>;
let queue: Queue;
let token: string;
let outbox: Outbox;
let worker: DataSource;

beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: 'debug' });
  worker = await createDataSource(test.database.workerUrl).initialize();
  queue = new Queue(queueNames.signups, { connection: { url: test.config.redisUrl }, prefix: test.prefix });
  token = await test.login();
  outbox = startOutbox();
});
afterAll(async () => {
  await outbox.beforeApplicationShutdown();
  await queue.close();
  await worker.destroy();
  await test.close();
});

/** Handles erasures as a worker does. */
function startOutbox(): Outbox {
  const { workerUrl: databaseUrl } = test.database;
  const { queuePrefix } = test.config;
  const redisUrl = asProgram('worker', testServices.redisUrl);
  const started = new Outbox(worker, { databaseUrl }, [
    ...erasureDestinations(worker, { redisUrl, queuePrefix }),
  ]);
  started.onApplicationBootstrap();
  return started;
}

const plant = (email: string) => plantPerson({ test, queue, email });
const post = (path: string, body: object, bearer = '') =>
  test.http.post(path).set('authorization', bearer).set('user-agent', 'A browser').send(body);
const admin = (path: string, email: string) => post(path, { email }, `Bearer ${token}`).expect(200);

const inTables = (text: string) =>
  tablesHolding((sql, values) => test.database.dataSource.query(sql, values), [text]);
const inKeys = (text: string) => keysHolding(testServices.redisUrl, [text], `${test.prefix}*`);

it('exports everything about an address, and erases it everywhere', async () => {
  await plant(marked);
  const planted = await inTables(marked);
  expect(planted).toEqual([
    'booking_events',
    'bounces',
    'consents',
    'lead_replies',
    'leads',
    'meetings',
    'outbox',
    'outbox_attempts',
    'rejected_events',
    'subscribers',
    'suppressions',
  ]);

  const exported = (await admin('/api/admin/persons/export', marked.toUpperCase())).body as object;
  expect(Object.keys(exported).sort()).toEqual(planted);

  await plant(other); // somebody else, whose address ends in the same way
  await post('/api/newsletter-signup', { email: marked, language: 'NL', timestamp }).expect(202);
  expect(await inKeys(marked)).toHaveLength(1); // which still waits
  const answer = await admin('/api/admin/persons/erase', marked.toUpperCase());
  expect(answer.body).toMatchObject({
    erased: {
      leads: 3,
      lead_replies: 3,
      outbox: 8,
      subscribers: 1,
      suppressions: 1,
      consents: 1,
      bounces: 1,
      booking_events: 1,
      meetings: 1,
      jobs: 1,
    },
  });
  const left = await admin('/api/admin/persons/export', marked);
  expect(left.body).toEqual({});
  expect((await admin('/api/admin/persons/export', other)).body).toMatchObject({ leads: [{}, {}, {}] });

  await admin('/api/admin/persons/erase', other);
  expect(await inTables(marked)).toEqual([]);
  expect(await inKeys(marked)).toEqual([]);
  expect(test.log.join('').toLowerCase()).not.toContain(marked.toLowerCase());
  expect(test.log.length).toBeGreaterThan(8);
});

it('takes an address out of the notes about others, and shows them in no export', async () => {
  const db = test.database.dataSource;
  const id = uuidv7();
  await db.query(
    `insert into leads (id, kind, email, client_timestamp, received_at, note)
    values ($1, 'question', 'third@example.org', $2::text, $2::timestamptz, $3)`,
    [id, timestamp, `Sent by ${marked}, not by ${other}; see <${marked.toUpperCase()}>.`],
  );
  expect((await admin('/api/admin/persons/export', marked)).body).toEqual({});
  expect((await admin('/api/admin/persons/erase', marked)).body).toEqual({ erased: { leads: 1 } });
  const [row] = await db.query<{ note: string }[]>('select note from leads where id = $1', [id]);
  expect(row?.note).toBe(`Sent by […], not by ${other}; see <[…]>.`);
});

it('takes it out of what was written to others too', async () => {
  const db = test.database.dataSource;
  const [lead] = await db.query<{ id: string }[]>(`select id from leads where email = 'third@example.org'`);
  await db.query(`insert into lead_replies (id, lead_id, subject, text) values ($1, $2, 'Hello', $3)`, [
    uuidv7(),
    lead?.id,
    `Ask ${marked}, not ${other}.`,
  ]);
  expect((await admin('/api/admin/persons/export', marked)).body).toEqual({});
  expect((await admin('/api/admin/persons/erase', marked)).body).toEqual({ erased: { lead_replies: 1 } });
  expect(await db.query('select text from lead_replies')).toEqual([{ text: `Ask […], not ${other}.` }]);
});

it('exports and erases somebody who left only a number, however it is written', async () => {
  const db = test.database.dataSource;
  const [byPhone, another] = [uuidv7(), uuidv7()];
  for (const [id, phone] of [
    [byPhone, '+31 (0)6-12.34'],
    [another, '+31 06 123'],
  ]) {
    await db.query(
      `insert into leads (id, kind, phone, client_timestamp, received_at) values ($1, 'video-signup', $2, '', now())`,
      [id, phone],
    );
    await db.query(
      `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, lead_id)
      values (gen_random_uuid(), 'webhook', 'video-signup', 'lead', $1, jsonb_build_object('phone', $2::text), now(), $1)`,
      [id, phone],
    );
    await queue.add('video-signup', { phone, videoId: 'video-1' }, { jobId: uuidv7(), delay: 60_000 });
    await db.query(
      `insert into rejected_events (id, queue, reason, event) values (gen_random_uuid(), 'signups', 'x', $1)`,
      [JSON.stringify({ phone })],
    );
  }
  const owner = (path: string, body: object) => post(path, body, `Bearer ${token}`);
  const phone = '31 06 1234';
  const exported = (await owner('/api/admin/persons/export', { phone }).expect(200)).body as object;
  expect(Object.keys(exported).sort()).toEqual(['leads', 'outbox', 'rejected_events']);
  expect((await owner('/api/admin/persons/erase', { phone }).expect(200)).body).toEqual({
    erased: { leads: 1, outbox: 1, jobs: 1, rejected_events: 1 },
  });
  expect((await owner('/api/admin/persons/export', { phone }).expect(200)).body).toEqual({});
  expect(await db.query(`select id from leads where phone is not null`)).toEqual([{ id: another }]);
  await owner('/api/admin/persons/erase', { email: other, phone }).expect(400);
  await owner('/api/admin/persons/erase', { phone: 'x'.repeat(33) }).expect(400);
});

it('is for the owner only, and refuses to erase nobody', async () => {
  await post('/api/admin/persons/erase', { email: marked }).expect(401);
  for (const email of ['', ' ']) {
    await post('/api/admin/persons/erase', { email }, `Bearer ${token}`).expect(400);
  }
});

it('answers 202 and where to look while no worker runs, and keeps no address once one has done it', async () => {
  const waiting = 'waiting@example.org';
  await outbox.beforeApplicationShutdown();
  const planned = await post('/api/admin/persons/erase', { email: waiting }, `Bearer ${token}`).expect(202);
  const { id } = planned.body as { id: string };
  const path = `/api/admin/persons/erasures/${id}`;
  expect(planned.headers['location']).toBe(path);
  const look = () => test.http.get(path).set('authorization', `Bearer ${token}`);
  expect((await look().expect(202)).body).toEqual({ id });

  expect(await inTables(waiting)).toEqual(['outbox']);
  outbox = startOutbox();
  await expect.poll(async () => (await look()).status).toBe(200);
  expect((await look()).body).toEqual({ erased: {} });
  expect(await inTables(waiting)).toEqual([]);
  await test.http.get(path).expect(401);
  await test.http
    .get(`/api/admin/persons/erasures/${uuidv7()}`)
    .set('authorization', `Bearer ${token}`)
    .expect(404);
});

/** `make erase`, as run-in-stack.js starts it. */
async function runErase(email: string) {
  const child = spawn(process.execPath, [join(root, 'api/dist/persons/person.js'), 'erase', email, ''], {
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: test.database.apiUrl, REDIS_URL: test.config.redisUrl },
      ...{ ADMIN_SECRET_KEY: 'a key of sixteen or more', JWT_SECRET: 'a secret of thirty-two characters' },
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

it('says in words that an erasure found nothing', async () => {
  await plant('bug$60@voorbeeld.example');
  const mistyped = await runErase('bug0@voorbeeld.example');
  expect(mistyped.output).toContain('Nothing is stored about bug0@voorbeeld.example, so nothing was erased.');
  expect(mistyped.code).toBe(1);
  const { code, output } = await runErase('bug$60@voorbeeld.example');
  expect(output).toMatch(/"leads": [1-9]/);
  expect(code).toBe(0);
  expect(await inTables('bug$60@voorbeeld.example')).toEqual([]);
});
