import { createDataSource } from '@voordeur/contracts/db';
import type { WebhookEndpoint } from '@voordeur/contracts/http';
import { webhookQueueNames } from '@voordeur/contracts/jobs';
import { createTestDatabase, createTestQueues } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { Webhook } from 'standardwebhooks';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.js';
import { clearDatabase } from '../testing/clear-database.js';
import { attemptDelivery } from './attempt-delivery.js';
import { enqueueDue } from './enqueue-due.js';
import { answerStatus, startReceiver } from './testing/start-receiver.js';
import { Webhooks } from './webhooks.js';

const soon = { timeout: 15_000 };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let queues: ReturnType<typeof createTestQueues>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const running: Webhooks[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await clearDatabase(database.dataSource);
  queues = createTestQueues();
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((webhooks) => webhooks.beforeApplicationShutdown()));
  await receiver.close();
  await queues.clear();
});

const query = (sql: string, values: unknown[] = []) =>
  database.dataSource.query<Record<string, unknown>[]>(sql, values);

function config(given: Record<string, string> = {}) {
  return readConfig({
    DATABASE_URL: database.url,
    REDIS_URL: queues.redisUrl,
    QUEUE_PREFIX: queues.prefix,
    WEBHOOK_SETUPS_URL: receiver.url,
    WEBHOOK_SIGNING_SECRET: secret,
    WEBHOOK_RETRY_SECONDS: '0,0,0',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...given,
  });
}

/** What a worker process runs; not started, it plans only. */
function createWebhooks(given?: Record<string, string>) {
  const webhooks = new Webhooks(database.dataSource, config(given));
  running.push(webhooks);
  return webhooks;
}

async function startWebhooks(given?: Record<string, string>) {
  const webhooks = createWebhooks(given);
  await webhooks.onApplicationBootstrap();
  return webhooks;
}

async function plan(webhooks: Webhooks, endpoint: WebhookEndpoint = 'setups', eventId = uuidv7()) {
  await database.dataSource.transaction((tx) =>
    webhooks.plan(tx, {
      endpoint,
      eventId,
      occurredAt: '2026-11-21T12:00:00.000Z',
      fields: { email: 'you@example.org', language: 'NL', idea: 'Één idee' },
      leadId: eventId,
    }),
  );
  return eventId;
}

const statuses = async () =>
  (await query('select status from deliveries order by id')).map((row) => row['status']);
const untilStatuses = (expected: string[]) => expect.poll(statuses, soon).toEqual(expected);
const attempts = () =>
  query('select number, status_code, error, duration_ms from delivery_attempts order by delivery_id, number');

describe('a delivery', () => {
  it('is sent signed, with the event in a flat body, and noted', async () => {
    const webhooks = await startWebhooks();
    const eventId = await plan(webhooks);
    webhooks.kick('setups');
    const [request] = await receiver.until(1);
    await untilStatuses(['delivered']);
    const [row] = await query('select id, lead_id, attempts, next_attempt_at from deliveries');
    expect(row).toMatchObject({ lead_id: eventId, attempts: 1, next_attempt_at: null });
    expect(request?.headers).toMatchObject({ 'webhook-id': row?.['id'], 'content-type': 'application/json' });
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual({
      type: 'lead.setups',
      id: eventId,
      timestamp: '2026-11-21T12:00:00.000Z',
      email: 'you@example.org',
      language: 'NL',
      idea: 'Één idee',
    });
    expect(await attempts()).toEqual([
      { number: 1, status_code: 204, error: null, duration_ms: expect.any(Number) as number },
    ]);
  });

  it('is signed by both secrets while they change', async () => {
    const fresh = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
    await plan(await startWebhooks({ WEBHOOK_SIGNING_SECRET: `${fresh} ${secret}` }));
    const [request] = await receiver.until(1);
    for (const one of [fresh, secret]) {
      new Webhook(one).verify(request?.body ?? '', request?.headers ?? {});
    }
  });

  it('is one for each event and endpoint, and none where there is no address', async () => {
    const webhooks = createWebhooks({ WEBHOOK_QUESTION_URL: receiver.url });
    const eventId = await plan(webhooks);
    await plan(webhooks, 'setups', eventId);
    await plan(webhooks, 'question', eventId);
    await plan(webhooks, 'newsletter', eventId);
    expect(await query('select endpoint from deliveries order by endpoint')).toEqual([
      { endpoint: 'question' },
      { endpoint: 'setups' },
    ]);
  });

  it('is sent though nobody kicked, and though its job got lost', async () => {
    const webhooks = createWebhooks();
    await plan(webhooks);
    await webhooks.beforeApplicationShutdown();
    await plan(webhooks);
    // As if it had had a job a minute ago, which went with Redis.
    await query(`update deliveries set enqueue_at = now() - interval '1 second'`);
    await startWebhooks();
    await untilStatuses(['delivered', 'delivered']);
  });

  it('leaves nothing of anybody in Redis', async () => {
    await plan(createWebhooks());
    const connection = { url: queues.redisUrl };
    const queue = new Queue(webhookQueueNames.setups, { connection, prefix: queues.prefix });
    expect(await enqueueDue(database.dataSource, 'setups', queue)).toBe(1);
    expect(await enqueueDue(database.dataSource, 'setups', queue)).toBe(0);
    const jobs = await queue.getWaiting();
    const [row] = await query('select id from deliveries');
    expect(jobs.map(({ id, data }) => ({ id, data: data as unknown }))).toEqual([
      { id: `${String(row?.['id'])}-0`, data: { deliveryId: row?.['id'] } },
    ]);
    await queue.close();
  });
});

describe('the schedule', () => {
  it('ends as failed after its last attempt, one webhook-id all along, each delay kept', async () => {
    receiver.answerWith(answerStatus(500));
    await plan(await startWebhooks({ WEBHOOK_RETRY_SECONDS: '0,0,1' }));
    await untilStatuses(['failed']);
    const requests = await receiver.until(3);
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect((requests[2]?.atMs ?? 0) - (requests[1]?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect(await attempts()).toMatchObject([
      { number: 1, status_code: 500 },
      { number: 2, status_code: 500 },
      { number: 3, status_code: 500 },
    ]);
    expect(await query('select next_attempt_at from deliveries')).toEqual([{ next_attempt_at: null }]);
  });

  it('goes on until it is taken', async () => {
    receiver.answerWith((response) => response.writeHead(receiver.requests.length < 3 ? 429 : 200).end());
    await plan(await startWebhooks());
    await untilStatuses(['delivered']);
    expect(await attempts()).toMatchObject([
      { status_code: 429 },
      { status_code: 429 },
      { status_code: 200 },
    ]);
  });

  it('waits as long as the endpoint asks', async () => {
    receiver.answerWith(answerStatus(503, { 'retry-after': '120' }));
    const webhooks = createWebhooks();
    await plan(webhooks);
    await attemptAll();
    const [row] = await query(
      `select extract(epoch from next_attempt_at - now())::float8 as seconds, status from deliveries`,
    );
    expect(row?.['status']).toBe('waiting');
    expect(row?.['seconds']).toBeGreaterThan(110);
    expect(row?.['seconds']).toBeLessThanOrEqual(120);
  });

  it('counts a redirect, and an address that is not allowed, as failed attempts', async () => {
    receiver.answerWith(answerStatus(302, { location: '/elsewhere' }));
    await plan(createWebhooks());
    await attemptAll();
    await attemptAll({ WEBHOOK_ALLOW_PRIVATE: 'false' });
    expect(await attempts()).toMatchObject([
      { number: 1, status_code: 302, error: null },
      { number: 2, status_code: null, error: 'address-not-allowed' },
    ]);
    expect(receiver.requests).toHaveLength(1);
    expect(await query('select status, failures from deliveries')).toEqual([
      { status: 'waiting', failures: 2 },
    ]);
  });
});

/** Runs the job that each waiting delivery has now, in this process and without a queue. */
async function attemptAll(given?: Record<string, string>, db = database.dataSource) {
  const rows = await query(`select id, turn from deliveries where status = 'waiting'`);
  const context = { db, settings: config(given).webhooks, stop: new AbortController().signal };
  return Promise.all(
    rows.map((row) =>
      attemptDelivery(`${String(row['id'])}-${String(row['turn'])}`, { deliveryId: row['id'] }, context),
    ),
  );
}

describe('410', () => {
  it('switches the endpoint off; its deliveries wait until it is on again, others go', async () => {
    receiver.answerWith(answerStatus(410));
    const other = await startReceiver();
    const webhooks = await startWebhooks({ WEBHOOK_QUESTION_URL: other.url });
    await plan(webhooks);
    const off = () => query(`select off_reason from webhook_endpoints where off_since is not null`);
    await expect.poll(off, soon).toEqual([{ off_reason: 'gone' }]);
    await plan(webhooks);
    await plan(webhooks, 'question');
    await untilStatuses(['waiting', 'waiting', 'delivered']);
    expect(receiver.requests).toHaveLength(1);
    // A job that was on the queue already finds its endpoint off.
    expect(await attemptAll()).toEqual(['nothing-to-do', 'nothing-to-do']);
    receiver.answerWith(answerStatus(200));
    await query(`update webhook_endpoints set off_since = null, off_reason = null`);
    await untilStatuses(['delivered', 'delivered', 'delivered']);
    await other.close();
  });
});

describe('a slow endpoint', () => {
  it('leaves in Postgres what its queue has no room for, also when that is due again', async () => {
    await query(
      `insert into deliveries (id, event_id, endpoint, type, payload, occurred_at, enqueue_at)
      select gen_random_uuid(), gen_random_uuid(), 'setups', 'lead.setups', '{}', now(), now()
      from generate_series(1, 503)`,
    );
    const connection = { url: queues.redisUrl };
    const queue = new Queue(webhookQueueNames.setups, { connection, prefix: queues.prefix });
    const enqueue = () => enqueueDue(database.dataSource, 'setups', queue);
    expect([await enqueue(), await enqueue()]).toEqual([500, 0]);
    const dueAgain = `update deliveries set enqueue_at = now() where enqueue_at > now()`;
    await query(dueAgain);
    expect([await enqueue(), await queue.getWaitingCount()]).toEqual([0, 500]);
    const [job] = await queue.getWaiting(0, 0);
    await job?.remove();
    expect([await enqueue(), await queue.getWaitingCount()]).toEqual([1, 500]);
    await queue.close();
  });

  it('holds up nobody else', async () => {
    // It answers nothing until the other has all of its own; more wait for it than a worker takes at once.
    const held: (() => void)[] = [];
    receiver.answerWith((response) => {
      held.push(() => response.writeHead(200).end());
    });
    const quick = await startReceiver();
    const webhooks = await startWebhooks({ WEBHOOK_QUESTION_URL: quick.url });
    for (let n = 0; n < 12; n += 1) await plan(webhooks);
    webhooks.kick('setups');
    await receiver.until(4);
    for (let n = 0; n < 12; n += 1) await plan(webhooks, 'question');
    webhooks.kick('question');
    await quick.until(12);
    const delivered = () =>
      query(
        `select endpoint, count(*)::int as n from deliveries where status = 'delivered' group by endpoint`,
      );
    await expect.poll(delivered, soon).toEqual([{ endpoint: 'question', n: 12 }]);
    expect(receiver.requests).toHaveLength(4);
    receiver.answerWith((response) => response.writeHead(200).end());
    for (const release of held) release();
    await untilStatuses(Array.from({ length: 24 }, () => 'delivered'));
    await quick.close();
  });
});

describe('a job that runs twice', () => {
  it('sends the same webhook-id again where its process died before the record', async () => {
    await plan(createWebhooks());
    const dying = await createDataSource(database.url).initialize();
    receiver.answerWith((response) => {
      void dying.destroy().then(() => response.writeHead(200).end());
    });
    await expect(attemptAll({}, dying)).rejects.toThrow();
    expect(await statuses()).toEqual(['waiting']);
    receiver.answerWith(answerStatus(200));
    expect(await attemptAll()).toEqual(['delivered']);
    const [first, second] = receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await attempts()).toMatchObject([
      { number: 1, status_code: null, error: null, duration_ms: null },
      { number: 2, status_code: 200 },
    ]);
  });

  it('moves the schedule once where both fail, and counts both attempts', async () => {
    // Both are answered when both have come, so neither can have been recorded before the other began.
    const held: (() => void)[] = [];
    receiver.answerWith((response) => {
      held.push(() => response.writeHead(500).end());
      if (held.length === 2) for (const release of held) release();
    });
    await plan(createWebhooks());
    await Promise.all([attemptAll(), attemptAll()]);
    expect(await query('select turn, failures, attempts, status from deliveries')).toEqual([
      { turn: 1, failures: 1, attempts: 2, status: 'waiting' },
    ]);
    expect(await attempts()).toMatchObject([
      { number: 1, status_code: 500 },
      { number: 2, status_code: 500 },
    ]);
  });

  it('finds nothing to do when it is late', async () => {
    await plan(createWebhooks());
    const [row] = await query('select id from deliveries');
    const context = {
      db: database.dataSource,
      settings: config().webhooks,
      stop: new AbortController().signal,
    };
    const run = () => attemptDelivery(`${String(row?.['id'])}-0`, { deliveryId: row?.['id'] }, context);
    receiver.answerWith(answerStatus(500));
    expect(await run()).toBe('retried');
    expect(await run()).toBe('nothing-to-do');
    expect(receiver.requests).toHaveLength(1);
    receiver.answerWith(answerStatus(200));
    expect(await attemptAll()).toEqual(['delivered']);
    expect(await attemptAll()).toEqual([]);
    await query(`update deliveries set turn = 0`);
    expect(await run()).toBe('nothing-to-do');
    expect(receiver.requests).toHaveLength(2);
  });
});

it('breaks off and leaves the delivery to the next process when it must go down', async () => {
  const stop = new AbortController();
  receiver.answerWith(() => {
    stop.abort();
  });
  await plan(createWebhooks());
  const [row] = await query('select id from deliveries');
  const context = { db: database.dataSource, settings: config().webhooks, stop: stop.signal };
  await expect(
    attemptDelivery(`${String(row?.['id'])}-0`, { deliveryId: row?.['id'] }, context),
  ).rejects.toThrow('going down');
  expect(await query('select turn, failures, status from deliveries')).toEqual([
    { turn: 0, failures: 0, status: 'waiting' },
  ]);
  expect(await attempts()).toMatchObject([{ number: 1, error: 'stopped' }]);
  receiver.answerWith(answerStatus(200));
  await startWebhooks();
  await untilStatuses(['delivered']);
});

it('notes which endpoints have an address', async () => {
  await startWebhooks();
  expect(await query('select name from webhook_endpoints where configured')).toEqual([{ name: 'setups' }]);
  expect(await query('select name from webhook_endpoints')).toHaveLength(7);
});
