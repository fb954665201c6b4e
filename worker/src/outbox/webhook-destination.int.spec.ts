import { createDataSource } from '@voordeur/contracts/db';
import { type WebhookEndpoint, webhookEndpoints } from '@voordeur/contracts/http';
import { createTestQueues } from '@voordeur/testing';
import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../platform/config.js';
import { leaseDue } from './lease-due.js';
import { Outbox } from './outbox.js';
import { sendDue } from '../testing/send-due.js';
import { answerStatus, startReceiver } from '../testing/start-receiver.js';
import { Webhooks } from './webhooks.js';
import { webhookDestinations } from './webhook-destination.js';
import { useDatabase, useReceiver } from '../testing/hooks.js';

const soon = { timeout: 30_000 };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const database = useDatabase();
let queues: ReturnType<typeof createTestQueues>;
const receiver = useReceiver();
const running: Outbox[] = [];

beforeEach(() => {
  queues = createTestQueues();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((outbox) => outbox.beforeApplicationShutdown()));
  await queues.clear();
});

const { query } = database;

function config(given: Record<string, string> = {}) {
  return loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: queues.workerRedisUrl,
    QUEUE_PREFIX: queues.prefix,
    WEBHOOK_SETUPS_URL: receiver.url,
    WEBHOOK_SIGNING_SECRET: secret,
    WEBHOOK_RETRY_SECONDS: '0,0,0',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...given,
  });
}

/** Starts sending as a worker process does. */
function startOutbox(given: Record<string, string> = {}) {
  const settings = config(given);
  const destinations = webhookDestinations(database.dataSource, { current: settings.webhooks });
  const outbox = new Outbox(database.dataSource, settings, destinations);
  running.push(outbox);
  outbox.onApplicationBootstrap();
  return outbox;
}

async function plan(endpoint: WebhookEndpoint = 'setups', eventId = uuidv7(), given = {}) {
  const webhooks = new Webhooks(database.dataSource, config(given));
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

/** One attempt at each delivery that's due, in this process. */
const attemptAll = async (given?: Record<string, string>, db = database.dataSource, stop?: AbortSignal) => [
  ...(await sendDue(db, webhookDestinations(db, { current: config(given).webhooks }), stop)).values(),
];
/** As if every worker that has something leased had died a while ago. */
const endLeases = () => query(`update outbox set leased_until = now() - interval '1 second'`);

const statuses = async () => (await query('select state from outbox order by id')).map((row) => row['state']);
const untilStatuses = (expected: string[]) => expect.poll(statuses, soon).toEqual(expected);
const attempts = () =>
  query('select number, status_code, error, duration_ms from outbox_attempts order by effect_id, number');

describe('a delivery', () => {
  it('is sent signed, with the event in a flat body, and noted', async () => {
    startOutbox();
    const eventId = await plan();
    const [request] = await receiver.until(1);
    await untilStatuses(['sent']);
    const [row] = await query('select id, lead_id, attempts, due_at, leased_until from outbox');
    expect(row).toMatchObject({ lead_id: eventId, attempts: 1, due_at: null, leased_until: null });
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
    startOutbox({ WEBHOOK_SIGNING_SECRET: `${fresh} ${secret}` });
    await plan();
    const [request] = await receiver.until(1);
    for (const one of [fresh, secret]) {
      new Webhook(one).verify(request?.body ?? '', request?.headers ?? {});
    }
  });

  it('is one for each event and endpoint, and none where there is no address', async () => {
    const given = { WEBHOOK_QUESTION_URL: receiver.url };
    const eventId = await plan('setups', uuidv7(), given);
    await plan('setups', eventId, given);
    await plan('question', eventId, given);
    await plan('newsletter', eventId, given);
    expect(await query('select destination from outbox order by destination')).toEqual([
      { destination: 'question' },
      { destination: 'setups' },
    ]);
  });

  it('is sent though no notification arrives, and though the worker that had it died', async () => {
    await plan();
    expect(await leaseDue(database.dataSource, new Map([['setups', 1]]))).toHaveLength(1);
    await endLeases();
    await plan();
    const settings = config();
    const deaf = { databaseUrl: 'postgres://127.0.0.1:1/nowhere' };
    const outbox = new Outbox(
      database.dataSource,
      deaf,
      webhookDestinations(database.dataSource, { current: settings.webhooks }),
    );
    running.push(outbox);
    outbox.onApplicationBootstrap();
    await untilStatuses(['sent', 'sent']);
    await plan();
    await untilStatuses(['sent', 'sent', 'sent']);
    expect((await attempts()).map((row) => row['number'])).toEqual([1, 2, 1, 1]);
  });

  it('is sent once however many workers there are, and leaves nothing of anybody in Redis', async () => {
    for (let n = 0; n < 5; n += 1) startOutbox();
    for (let n = 0; n < 40; n += 1) await plan();
    await untilStatuses(Array.from({ length: 40 }, () => 'sent'));
    expect(receiver.requests).toHaveLength(40);
    const redis = new Redis(queues.redisUrl);
    expect(await redis.keys(`${queues.prefix}*`)).toEqual([]);
    redis.disconnect();
  });

  it('stays with a worker that is still at it, however long that takes', async () => {
    receiver.answerWith((response) => {
      void endLeasesSoon().then(() => response.writeHead(204).end());
    });
    // As short as a lease can be without being over: the worker must renew it.
    const endLeasesSoon = async () => {
      await query(`update outbox set leased_until = now() + interval '6 seconds'`);
      const renewed = `select 1 from outbox where leased_until > now() + interval '10 seconds'`;
      await expect.poll(() => query(renewed), soon).toHaveLength(1);
    };
    startOutbox();
    startOutbox();
    await plan();
    await untilStatuses(['sent']);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('the schedule', () => {
  it('ends as failed after its last attempt, one webhook-id all along, each delay kept', async () => {
    receiver.answerWith(answerStatus(500));
    startOutbox({ WEBHOOK_RETRY_SECONDS: '0,0,1' });
    await plan();
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
    expect(await query('select due_at, last_error from outbox')).toEqual([
      { due_at: null, last_error: '500' },
    ]);
  });

  it('goes on until it is taken', async () => {
    receiver.answerWith((response) => response.writeHead(receiver.requests.length < 3 ? 429 : 200).end());
    startOutbox();
    await plan();
    await untilStatuses(['sent']);
    expect(await attempts()).toMatchObject([
      { status_code: 429 },
      { status_code: 429 },
      { status_code: 200 },
    ]);
  });

  it('waits as long as the endpoint asks', async () => {
    receiver.answerWith(answerStatus(503, { 'retry-after': '120' }));
    await plan();
    await attemptAll();
    const [row] = await query(
      `select extract(epoch from due_at - now())::float8 as seconds, state from outbox`,
    );
    expect(row?.['state']).toBe('waiting');
    expect(row?.['seconds']).toBeGreaterThan(110);
    expect(row?.['seconds']).toBeLessThanOrEqual(120);
  });

  it('counts a redirect, and an address that is not allowed, as failed attempts', async () => {
    receiver.answerWith(answerStatus(302, { location: '/elsewhere' }));
    await plan();
    await attemptAll();
    await attemptAll({ WEBHOOK_ALLOW_PRIVATE: 'false' });
    expect(await attempts()).toMatchObject([
      { number: 1, status_code: 302, error: null },
      { number: 2, status_code: null, error: 'address-not-allowed' },
    ]);
    expect(receiver.requests).toHaveLength(1);
    expect(await query('select state, failures from outbox')).toEqual([{ state: 'waiting', failures: 2 }]);
  });
});

describe('410', () => {
  it('switches the endpoint off; its deliveries wait until it is on again, others go', async () => {
    receiver.answerWith(answerStatus(410));
    const other = await startReceiver();
    const given = { WEBHOOK_QUESTION_URL: other.url };
    startOutbox(given);
    await plan();
    const off = () => query(`select off_reason from webhook_endpoints where off_since is not null`);
    await expect.poll(off, soon).toEqual([{ off_reason: 'gone' }]);
    await plan();
    await plan('question', uuidv7(), given);
    await untilStatuses(['waiting', 'waiting', 'sent']);
    expect(receiver.requests).toHaveLength(1);
    expect(await attemptAll()).toEqual([]);
    expect(await query('select failures from outbox order by id')).toEqual(Array(3).fill({ failures: 0 }));
    receiver.answerWith(answerStatus(200));
    await query(`update webhook_endpoints set off_since = null, off_reason = null`);
    await untilStatuses(['sent', 'sent', 'sent']);
    await other.close();
  });
});

describe('a slow endpoint', () => {
  it('has four attempts at once; the others wait untouched in Postgres', async () => {
    await query(
      `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
      select gen_random_uuid(), 'webhook', 'setups', 'lead.setups', gen_random_uuid(), '{}', now(), now()
      from generate_series(1, 503)`,
    );
    const held: (() => void)[] = [];
    receiver.answerWith((response) => {
      held.push(() => response.writeHead(200).end());
    });
    startOutbox();
    await receiver.until(4);
    await plan(); // wakes it
    await plan();
    const touched = () =>
      query(`select attempts, leased_until > now() as leased from outbox where attempts > 0`);
    expect(await touched()).toEqual(Array(4).fill({ attempts: 1, leased: true }));
    held[0]?.();
    await receiver.until(5);
    expect(await touched()).toHaveLength(5);
    receiver.answerWith(answerStatus(200));
    for (const release of held.slice(1)) release();
    await untilStatuses(Array.from({ length: 505 }, () => 'sent'));
    expect(receiver.requests).toHaveLength(505);
  });

  it('holds up nobody else', async () => {
    // It answers nothing until the other has all of its own; more wait for it than a worker takes at once.
    const held: (() => void)[] = [];
    receiver.answerWith((response) => {
      held.push(() => response.writeHead(200).end());
    });
    const quick = await startReceiver();
    const given = { WEBHOOK_QUESTION_URL: quick.url };
    startOutbox(given);
    for (let n = 0; n < 12; n += 1) await plan();
    await receiver.until(4);
    for (let n = 0; n < 12; n += 1) await plan('question', uuidv7(), given);
    await quick.until(12);
    const sent = () =>
      query(`select destination, count(*)::int as n from outbox where state = 'sent' group by destination`);
    await expect.poll(sent, soon).toEqual([{ destination: 'question', n: 12 }]);
    expect(receiver.requests).toHaveLength(4);
    receiver.answerWith((response) => response.writeHead(200).end());
    for (const release of held) release();
    await untilStatuses(Array.from({ length: 24 }, () => 'sent'));
    await quick.close();
  });
});

describe('a delivery with two attempts at once', () => {
  it('sends the same webhook-id again if its process died before the record', async () => {
    await plan();
    const dying = await createDataSource(database.url).initialize();
    receiver.answerWith((response) => {
      void dying.destroy().then(() => response.writeHead(200).end());
    });
    await expect(attemptAll({}, dying)).rejects.toThrow();
    expect(await statuses()).toEqual(['waiting']);
    receiver.answerWith(answerStatus(200));
    expect(await attemptAll()).toEqual([]);
    await endLeases();
    expect(await attemptAll()).toEqual(['sent']);
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
    await plan();
    const first = attemptAll();
    await receiver.until(1);
    await endLeases();
    await Promise.all([first, attemptAll()]);
    expect(await query('select failures, attempts, state from outbox')).toEqual([
      { failures: 1, attempts: 2, state: 'waiting' },
    ]);
    expect(await attempts()).toMatchObject([
      { number: 1, status_code: 500 },
      { number: 2, status_code: 500 },
    ]);
  });

  it('counts a success that comes after the failure of a later attempt', async () => {
    const held: (() => void)[] = [];
    receiver.answerWith((response) => {
      held.push(() => response.writeHead(held.length === 1 ? 200 : 500).end());
      if (held.length === 2) response.writeHead(500).end();
    });
    await plan();
    const first = attemptAll();
    await receiver.until(1);
    await endLeases();
    expect(await attemptAll()).toEqual(['waiting']);
    receiver.answerWith(answerStatus(500));
    held.splice(1);
    held[0]?.();
    expect(await first).toEqual(['sent']);
    expect(await query('select failures, attempts, state, due_at from outbox')).toEqual([
      { failures: 1, attempts: 2, state: 'sent', due_at: null },
    ]);
  });

  it('finds nothing to do when it is late', async () => {
    await plan();
    receiver.answerWith(answerStatus(500));
    expect(await attemptAll({ WEBHOOK_RETRY_SECONDS: '0,60' })).toEqual(['waiting']);
    expect(await attemptAll()).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
    await query('update outbox set due_at = now()');
    receiver.answerWith(answerStatus(200));
    expect(await attemptAll()).toEqual(['sent']);
    expect(await attemptAll()).toEqual([]);
    expect(receiver.requests).toHaveLength(2);
  });

  it('leaves a schedule alone that a replay restarted meanwhile', async () => {
    receiver.answerWith((response) => {
      void query(`update outbox set failures = 0, due_at = now(), leased_until = null`).then(() =>
        response.writeHead(500).end(),
      );
    });
    await plan();
    await attemptAll({ WEBHOOK_RETRY_SECONDS: '0,60' });
    expect(await query('select failures, state, due_at <= now() as due from outbox')).toEqual([
      { failures: 0, state: 'waiting', due: true },
    ]);
  });
});

it('breaks off and leaves the delivery to the next process when it must go down', async () => {
  const stop = new AbortController();
  receiver.answerWith(() => {
    stop.abort();
  });
  await plan();
  expect(await attemptAll({}, database.dataSource, stop.signal)).toEqual(['waiting']);
  expect(await query('select failures, state, leased_until from outbox')).toEqual([
    { failures: 0, state: 'waiting', leased_until: null },
  ]);
  expect(await attempts()).toMatchObject([{ number: 1, error: 'stopped' }]);
  receiver.answerWith(answerStatus(200));
  startOutbox();
  await untilStatuses(['sent']);
});

it('notes which endpoints have an address', async () => {
  await new Webhooks(database.dataSource, config()).onApplicationBootstrap();
  expect(await query('select name from webhook_endpoints where configured')).toEqual([{ name: 'setups' }]);
  expect(await query('select name from webhook_endpoints')).toHaveLength(webhookEndpoints.length);
});
