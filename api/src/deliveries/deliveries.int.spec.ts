import { Effect, EffectAttempt, WebhookEndpointState } from '@voordeur/contracts/db';
import type {
  DeliveriesAnswer,
  DeliveryStatus,
  OneDeliveryAnswer,
  WebhookEndpoint,
  WebhookEndpointsAnswer,
} from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp();
const owner = useOwner(test);

beforeEach(() => test.database.dataSource.query('truncate outbox, outbox_attempts, webhook_endpoints'));

const get = (path: string) => owner.get(`/api/admin/${path}`);
const post = (path: string, body?: object) => owner.post(`/api/admin/${path}`, body);
const list = async (query = '') => (await get(`deliveries${query}`).expect(200)).body as DeliveriesAnswer;
const nobody = uuidv7();

interface Given {
  endpoint?: WebhookEndpoint;
  status?: DeliveryStatus;
  createdAt?: string;
}

/** A delivery as the worker leaves it after two failed attempts and whatever came of the second. */
async function make({
  endpoint = 'setups',
  status = 'failed',
  createdAt = '2026-11-21T12:00:00Z',
}: Given = {}) {
  const id = uuidv7();
  await test.database.dataSource.getRepository(Effect).insert({
    id,
    eventId: uuidv7(),
    kind: 'webhook',
    destination: endpoint,
    type: 'lead.setups',
    payload: { email: 'you@example.org' },
    occurredAt: new Date('2026-11-21T11:59:59Z'),
    state: status === 'delivered' ? 'sent' : status,
    attempts: 2,
    failures: 2,
    dueAt: status === 'waiting' ? new Date('2099-01-01T00:00:00Z') : null,
    createdAt: new Date(createdAt),
  });
  await test.database.dataSource.getRepository(EffectAttempt).insert([
    { effectId: id, number: 1, durationMs: 12, statusCode: 500, responseStart: 'oops' },
    { effectId: id, number: 2, durationMs: 15_000, error: 'timeout' },
  ]);
  return id;
}
const row = (id: string) => test.database.dataSource.getRepository(Effect).findOneByOrFail({ id });

describe('the list', () => {
  it('has what an owner wants to know of each, newest first', async () => {
    const [first, second] = [await make(), await make({ status: 'waiting' })];
    const { deliveries, cursor } = await list();
    expect(cursor).toBeNull();
    expect(deliveries.map(({ id }) => id)).toEqual([second, first]);
    expect(deliveries[1]).toMatchObject({
      endpoint: 'setups',
      type: 'lead.setups',
      status: 'failed',
      attempts: 2,
      createdAt: '2026-11-21T12:00:00.000Z',
      lastAttempt: { number: 2, durationMs: 15_000, statusCode: null, error: 'timeout' },
    });
    expect(JSON.stringify(deliveries)).not.toContain('you@example.org');
  });

  it('is cut by endpoint, status and time', async () => {
    const question = await make({ endpoint: 'question' });
    const delivered = await make({ status: 'delivered' });
    const old = await make({ createdAt: '2026-11-01T00:00:00Z' });
    const ids = async (query: string) => (await list(query)).deliveries.map(({ id }) => id);
    expect(await ids('?endpoint=question')).toEqual([question]);
    expect(await ids('?status=delivered&endpoint=')).toEqual([delivered]);
    expect(await ids('?to=2026-11-21T12:00:00Z')).toEqual([old]);
    expect(await ids('?from=2026-11-21T12:00:00Z')).toEqual([delivered, question]);
    // Without an offset it is the site's time, an hour before UTC's.
    expect(await ids('?from=2026-11-21T13:00:00&status=failed')).toEqual([question]);
    expect(await ids('?from=2026-11-21T13:00:01&status=failed')).toEqual([]);
  });

  it('goes on page by page, each once', async () => {
    const made: string[] = [];
    for (let n = 0; n < 101; n += 1) made.unshift(await make());
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: DeliveriesAnswer = await list(`?cursor=${cursor}`);
      sizes.push(page.deliveries.length);
      seen.push(...page.deliveries.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(sizes).toEqual([50, 50, 1]);
    expect(seen).toEqual(made);
  });

  it.each([
    'endpoint=x',
    'endpoint=a&endpoint=b',
    'status=done',
    'from=today',
    'to=2026-02-30T00:00:00Z',
    'cursor=1',
  ])('refuses %s', async (query) => {
    const answer = await get(`deliveries?${query}`).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-query', details: [{ field: query.split('=')[0] }] });
  });
});

describe('one delivery', () => {
  it('has its body and its attempts', async () => {
    const id = await make();
    const one = (await get(`deliveries/${id}`).expect(200)).body as OneDeliveryAnswer;
    expect(one.body).toEqual({
      type: 'lead.setups',
      id: one.eventId,
      timestamp: '2026-11-21T11:59:59.000Z',
      email: 'you@example.org',
    });
    expect(one.attemptList).toMatchObject([
      { number: 1, statusCode: 500, responseStart: 'oops' },
      { number: 2, error: 'timeout', responseStart: null },
    ]);
  });

  it.each(['failed', 'waiting', 'delivered'] as const)('is sent again when it was %s', async (status) => {
    const id = await make({ status });
    const answer = await post(`deliveries/${id}/replay`).expect(202);
    expect(answer.body).toEqual({ id, previousStatus: status });
    const after = await row(id);
    expect(after).toMatchObject({
      state: 'waiting',
      leasedUntil: null,
      failures: 0,
      attempts: 2,
      sentAt: null,
    });
    expect(after.dueAt?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(((await get(`deliveries/${id}`)).body as OneDeliveryAnswer).attemptList).toHaveLength(2);
  });

  it.each([nobody, 'x', '%00'])('is not found as %s', async (id) => {
    expect((await get(`deliveries/${id}`)).body).toMatchObject({ code: 'not-found' });
    expect((await post(`deliveries/${id}/replay`)).body).toMatchObject({ code: 'not-found' });
  });
});

describe('a replay of a range', () => {
  it('takes what failed at that endpoint in that time, and nothing else', async () => {
    const range = { endpoint: 'setups', from: '2026-11-21T12:00:00Z', to: '2026-11-21T13:00:00Z' };
    const taken = [await make(), await make({ createdAt: '2026-11-21T12:59:59Z' })];
    const left = [
      await make({ createdAt: '2026-11-21T13:00:00Z' }),
      await make({ createdAt: '2026-11-21T11:59:59Z' }),
      await make({ endpoint: 'question' }),
      await make({ status: 'delivered' }),
    ];
    expect((await post('deliveries/replay', range).expect(202)).body).toEqual({ replayed: 2 });
    for (const id of taken) expect(await row(id)).toMatchObject({ state: 'waiting', failures: 0 });
    for (const id of left) expect(await row(id)).toMatchObject({ failures: 2 });
    expect((await post('deliveries/replay', range).expect(202)).body).toEqual({ replayed: 0 });
  });

  it.each([
    ['endpoint', { endpoint: 'x', from: '2026-11-21T12:00:00Z', to: '2026-11-21T13:00:00Z' }],
    ['from', { endpoint: 'setups', to: '2026-11-21T13:00:00Z' }],
    ['to', { endpoint: 'setups', from: '2026-11-21T12:00:00Z', to: '2026-11-21T12:00:00Z' }],
  ])('refuses a bad %s', async (field, body) => {
    const answer = await post('deliveries/replay', body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body', details: [{ field }] });
  });
});

describe('an endpoint', () => {
  it('is listed with its state and what hangs on it', async () => {
    await make();
    await make({ status: 'waiting' });
    await test.database.dataSource.getRepository(WebhookEndpointState).insert([
      { name: 'setups', offSince: new Date('2026-11-21T12:00:00Z'), offReason: 'gone' },
      { name: 'question', configured: false },
    ]);
    const { endpoints } = (await get('webhook-endpoints').expect(200)).body as WebhookEndpointsAnswer;
    expect(endpoints).toHaveLength(8);
    const nothing = {
      ...{ configured: false, isLocked: false, host: null, offSince: null, offReason: null },
      ...{ waiting: 0, failed: 0, test: null },
    };
    expect(endpoints.slice(0, 3)).toEqual([
      {
        name: 'setups',
        configured: true,
        isLocked: true,
        host: null,
        offSince: '2026-11-21T12:00:00.000Z',
        offReason: 'gone',
        waiting: 1,
        failed: 1,
        test: null,
      },
      { name: 'question', ...nothing },
      { name: 'newsletter', ...nothing },
    ]);
  });

  it('is switched on again, and what waited for it is due', async () => {
    const waiting = await make({ status: 'waiting' });
    const other = await make({ status: 'waiting', endpoint: 'question' });
    const failed = await make();
    const states = test.database.dataSource.getRepository(WebhookEndpointState);
    await states.insert({ name: 'setups', offSince: new Date(), offReason: 'gone' });
    const on = async () => (await post('webhook-endpoints/setups/on').expect(200)).body as object;
    expect(await on()).toEqual({ name: 'setups', resumed: 1 });
    expect(await states.find()).toMatchObject([{ offSince: null, offReason: null, configured: true }]);
    const resumed = await row(waiting);
    expect(resumed).toMatchObject({ state: 'waiting', failures: 0 });
    expect(resumed.dueAt?.getTime()).toBeLessThanOrEqual(Date.now());
    for (const id of [other, failed]) expect(await row(id)).toMatchObject({ failures: 2 });
    // Said twice it is on already, and nothing is sent a second time.
    expect(await on()).toEqual({ name: 'setups', resumed: 0 });
    expect(await row(waiting)).toEqual(resumed);
  });

  it('has one of the known names', async () => {
    expect((await post('webhook-endpoints/x/on').expect(404)).body).toMatchObject({ code: 'not-found' });
  });
});

it.each([
  ['GET', 'deliveries'],
  ['GET', `deliveries/${nobody}`],
  ['POST', `deliveries/${nobody}/replay`],
  ['POST', 'deliveries/replay'],
  ['GET', 'webhook-endpoints'],
  ['POST', 'webhook-endpoints/setups/on'],
  ['PUT', 'webhook-endpoints/setups'],
  ['DELETE', 'webhook-endpoints/setups'],
  ['POST', 'webhook-endpoints/setups/test'],
  ['POST', 'webhook-endpoints/secret'],
])('is the owner’s alone: %s %s', async (method, path) => {
  const answer = await test.fastify.inject({ method: method as 'GET', url: `/api/admin/${path}` });
  expect(answer.statusCode).toBe(401);
});

describe('the preview of a range', () => {
  const range = 'endpoint=setups&from=2026-11-21T12:00:00Z&to=2026-11-21T13:00:00Z';

  it('counts what a replay of it would send, and sends nothing', async () => {
    await make({ createdAt: '2026-11-21T11:59:59Z' });
    await make({ createdAt: '2026-11-21T13:00:00Z' });
    await make({ endpoint: 'question' });
    await make({ status: 'delivered' });
    const failed = [await make(), await make()];
    expect((await get(`deliveries/replay?${range}`).expect(200)).body).toEqual({ failed: 2 });
    for (const id of failed) expect((await row(id)).state).toBe('failed');
    const [endpoint, from, to] = ['setups', '2026-11-21T12:00:00Z', '2026-11-21T13:00:00Z'];
    const answer = await post('deliveries/replay', { endpoint, from, to }).expect(202);
    expect(answer.body).toEqual({ replayed: 2 });
  });

  it.each(['', 'endpoint=setups', 'endpoint=x&from=2026-01-01&to=2026-01-02', `${range}&to=x`])(
    'refuses %s',
    async (query) => {
      const answer = await get(`deliveries/replay?${query}`).expect(400);
      expect(answer.body).toMatchObject({ code: 'invalid-query' });
    },
  );

  it('refuses an end before its beginning', async () => {
    await get('deliveries/replay?endpoint=setups&from=2026-01-02&to=2026-01-02').expect(400);
  });
});
