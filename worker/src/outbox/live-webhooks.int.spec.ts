import { createHmac } from 'node:crypto';
import { type WebhookEndpoint, webhookEndpoints } from '@voordeur/contracts/http';
import { webhookSeal } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { afterEach, expect, it } from 'vitest';
import { loadConfig } from '../platform/config.js';
import { useDatabase, useReceiver } from '../testing/hooks.js';
import { sendDue } from '../testing/send-due.js';
import { answerStatus } from '../testing/start-receiver.js';
import { LiveWebhooks } from './live-webhooks.js';
import { Outbox } from './outbox.js';
import { webhookDestinations } from './webhook-destination.js';
import { Webhooks } from './webhooks.js';

const soon = { timeout: 30_000 };
const database = useDatabase();
const { query } = database;
const [first, second] = [useReceiver(), useReceiver()];
const jwtSecret = 'a-secret-of-the-tests';
const running: { beforeApplicationShutdown: () => Promise<void> }[] = [];

afterEach(() => Promise.all(running.splice(0).map((one) => one.beforeApplicationShutdown())));

const configWith = (environment: Record<string, string> = {}) =>
  loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    JWT_SECRET: jwtSecret,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_RETRY_SECONDS: '0,60',
    ...environment,
  });

/** Reads the addresses, as a worker that sends nothing. */
async function read(environment?: Record<string, string>): Promise<LiveWebhooks> {
  const live = new LiveWebhooks(database.dataSource, configWith(environment));
  await live.onModuleInit();
  running.push(live);
  return live;
}

/** Sends as a worker process does. */
async function start(): Promise<LiveWebhooks> {
  const live = await read();
  const outbox = new Outbox(
    database.dataSource,
    { databaseUrl: database.url },
    webhookDestinations(database.dataSource, live),
  );
  running.push(outbox);
  outbox.onApplicationBootstrap();
  return live;
}

const plan = (eventId = uuidv7(), endpoint: WebhookEndpoint = 'question') =>
  database.dataSource.transaction((tx) =>
    new Webhooks(database.dataSource, configWith()).plan(tx, {
      ...{ endpoint, eventId, occurredAt: '2026-11-21T12:00:00.000Z' },
      fields: { email: 'you@example.org' },
    }),
  );

/** As the api stores it. */
const setAddress = (url: string | null, name: WebhookEndpoint = 'question', secret = jwtSecret) =>
  query(
    `insert into webhook_endpoints (name, configured, sealed_url) values ($1, false, $2)
    on conflict (name) do update set sealed_url = excluded.sealed_url`,
    [name, url === null ? null : webhookSeal(secret).close(Buffer.from(url))],
  );
const keyOf = (text: string) => Buffer.from(text.padEnd(32, '.'));
const addKey = (text: string, { secret = jwtSecret, replacedHoursAgo = null as number | null } = {}) =>
  query(
    `insert into webhook_keys (id, sealed_key, replaced_at) values ($1, $2, now() - make_interval(hours => $3))`,
    [uuidv7(), webhookSeal(secret).close(keyOf(text)), replacedHoursAgo],
  );
const states = () => query(`select state, failures, last_error from outbox order by id`);
const untilStates = (...expected: object[]) => expect.poll(states, soon).toMatchObject(expected);

it('sends the next lead to an address that was set meanwhile, signed by her secret', async () => {
  await start();
  await plan();
  expect(await states()).toEqual([]);
  await addKey('hers');
  await setAddress(first.url);
  const eventId = uuidv7();
  await plan(eventId);
  await untilStates({ state: 'sent' });
  const [request] = first.requests;
  expect(first.requests).toHaveLength(1);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ id: eventId, type: 'lead.question' });
  const { 'webhook-id': id, 'webhook-timestamp': at } = request?.headers ?? {};
  const signature = createHmac('sha256', keyOf('hers'))
    .update(`${id}.${at}.${request?.body}`)
    .digest('base64');
  expect(request?.headers['webhook-signature']).toBe(`v1,${signature}`);
});

it('sends what was planned before to an address that has changed since', async () => {
  await addKey('hers');
  await setAddress(first.url);
  first.answerWith(answerStatus(500));
  const live = await start();
  await plan();
  await untilStates({ state: 'waiting', failures: 1 });
  await setAddress(second.url);
  await expect.poll(() => live.current.urls.get('question'), soon).toBe(second.url);
  await query(`update outbox set due_at = now()`);
  await untilStates({ state: 'sent' });
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
});

it('keeps what is planned while an address is gone, and sends it to the next one', async () => {
  await addKey('hers');
  await setAddress(first.url);
  const live = await read();
  await plan();
  await setAddress(null);
  await expect.poll(() => live.current.urls.has('question'), soon).toBe(false);
  const destinations = webhookDestinations(database.dataSource, live);
  expect(destinations.map(({ isReady }) => isReady?.())).toEqual(webhookEndpoints.map(() => false));
  // Leased before it was gone.
  await sendDue(database.dataSource, destinations);
  await untilStates({ state: 'waiting', failures: 0, last_error: 'no-address' });
  // An event without an address is never sent.
  await plan();
  await start();
  await setAddress(second.url);
  await untilStates({ state: 'sent' });
  expect([first.requests.length, second.requests.length]).toEqual([0, 1]);
});

it('keeps leads while neither address nor secret can be read', async () => {
  const secret = 'another-secret-of-the-tests';
  await addKey('hers', { secret });
  await setAddress(first.url, 'question', secret);
  const live = await start();
  await plan();
  expect(live.current.urls.size).toBe(0);
  expect(live.current.signingKeys).toEqual([]);
  await setAddress(first.url);
  await expect.poll(() => live.current.urls.size, soon).toBe(1);
  const isReady = () =>
    webhookDestinations(database.dataSource, live)
      .filter((one) => one.isReady?.())
      .map(({ name }) => name);
  expect(isReady()).toEqual([]);
  await addKey('next');
  await untilStates({ state: 'sent', failures: 0 });
  expect(isReady()).toEqual(['question']);
});

it('is what the operator set, whatever the owner did, but for the endpoints that are hers alone', async () => {
  await addKey('hers');
  await setAddress(second.url);
  await setAddress(second.url, 'setups');
  const { current } = await read({
    WEBHOOK_QUESTION_URL: first.url,
    WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-operator',
  });
  expect(Object.fromEntries(current.urls)).toEqual({ question: first.url, setups: second.url });
  // Each signs.
  expect(current.signingKeys.map(String)).toEqual(['the-secret-of-the-operator', String(keyOf('hers'))]);
});

it('signs with the secret before for another day', async () => {
  await addKey('the first', { replacedHoursAgo: 25 });
  await addKey('the second', { replacedHoursAgo: 23 });
  await addKey('the third');
  const { current } = await read();
  expect(current.signingKeys).toEqual([keyOf('the third'), keyOf('the second')]);
});

it('has nothing of hers without the secret that the api seals with', async () => {
  await addKey('hers');
  await setAddress(first.url);
  const { current } = await read({ JWT_SECRET: '' });
  expect([current.urls.size, current.signingKeys.length]).toEqual([0, 0]);
});

/** The state of a test after its only attempt, and why it failed. */
async function sendTest(environment?: Record<string, string>): Promise<unknown> {
  await query(`insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
    values (gen_random_uuid(), 'webhook', 'question', 'test', gen_random_uuid(), '{"endpoint":"question"}', now(), now())`);
  await sendDue(database.dataSource, webhookDestinations(database.dataSource, await read(environment)));
  const [row] = await query(`select state, last_error from outbox`);
  return row && [row['state'], row['last_error']];
}

it('says what became of a test, and never tries it again', async () => {
  await addKey('hers');
  await setAddress(first.url);
  expect(await sendTest()).toEqual(['sent', null]);
  expect(JSON.parse(first.requests[0]?.body ?? '')).toMatchObject({ type: 'test', endpoint: 'question' });
  await query('delete from outbox');
  first.answerWith(answerStatus(410));
  expect(await sendTest()).toEqual(['dropped', '410']);
  expect(await query(`select from webhook_endpoints where off_since is not null`)).toEqual([]);
});

it.each(['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]', '169.254.169.254'])(
  'never reaches a private address: %s',
  async (host) => {
    await addKey('hers');
    await setAddress(`http://${host}:${first.port}/`);
    expect(await sendTest({ WEBHOOK_ALLOW_PRIVATE: 'false' })).toEqual(['dropped', 'address-not-allowed']);
    expect(first.requests).toEqual([]);
  },
);
