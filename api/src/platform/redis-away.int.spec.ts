import { setTimeout } from 'node:timers/promises';
import { errorCodes, type TimesAnswer } from '@voordeur/contracts/http';
import { readSeries, startRedis, testServices } from '@voordeur/testing';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, readJobs } from '../testing/create-test-app.js';
import { openGate } from '../testing/open-gate.js';
import { ApiError } from './api-error.js';
import { JobProducer } from './job-producer.js';
import { RedisHealth } from './redis-health.js';

const timestamp = '2026-11-21T03:05:15.000Z';
/** Dropped by the beacon when they are refused. */
const floods: [string, object][] = [
  ['visit', { page: '/' }],
  ['video-view', { videoId: 'video-1', videoTitle: 'Video 1', watchDuration: 5 }],
  ['goal', { goal: 'form-opened' }],
];
/** Kept in Postgres meanwhile. */
const leads: [string, object][] = [
  ['newsletter-signup', { email: 'a@example.org', language: 'NL', timestamp }],
  ['unsubscribe', { email: 'a@example.org' }],
];
const calls = [...floods, ...leads];

type Gate = Awaited<ReturnType<typeof openGate>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
let test: Awaited<ReturnType<typeof createTestApp>>;

const post = (path: string, body: object) =>
  test.fastify.inject({ method: 'POST', url: `/api/${path}`, payload: body });

/** By a timer of this process: a busy machine delays it as it delays those of the api, which runs here too. */
async function withinTwoSeconds<Value>(answer: PromiseLike<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = globalThis.setTimeout(() => {
      fail(new Error('There was no answer within two seconds.'));
    }, 2_000);
  });
  return Promise.race([answer, late]).finally(() => {
    clearTimeout(timer);
  });
}

async function expectUnavailable([path, body]: [string, object]) {
  const answer = await withinTwoSeconds(post(path, body));
  expect(answer.json()).toMatchObject({ code: 'unavailable' });
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}
async function expectSpilled([path, body]: [string, object]) {
  const answer = await withinTwoSeconds(post(path, body));
  expect(answer.statusCode).toBe(202);
  const { id } = answer.json<{ id: string }>();
  const rows = await test.database.dataSource.query<{ payload: object }[]>(
    `select payload from outbox where id = $1 and kind = 'job'`,
    [id],
  );
  expect(rows).toMatchObject([{ payload: { id, email: 'a@example.org' } }]);
}
/** Visits that the metrics say were refused; they are there whatever is away. */
async function countRefused() {
  const { text } = await test.http.get('/metrics').expect(200);
  return readSeries(text)['voordeur_http_request_duration_seconds_count{route="visit",status="5xx"}'] ?? NaN;
}
const accepted = async ([path, body]: [string, object]) => (await post(path, body)).statusCode;

describe('a Redis that goes away', () => {
  beforeAll(async () => {
    redis = await startRedis();
    test = await createTestApp({ REDIS_URL: redis.url, LOG_LEVEL: 'info', RATE_LIMIT: 'on' });
  });
  afterEach(() => redis.thaw());
  afterAll(async () => {
    await test.close();
    await redis.stop();
  });

  it('is ready before', async () => {
    for (const call of calls) expect(await accepted(call)).toBe(202);
    expect((await test.http.get('/api/health/ready').expect(200)).body).toEqual({ ready: true });
  });

  it('frozen: visits are refused and leads kept within two seconds, and all works again once it runs', async () => {
    redis.freeze();
    for (const call of floods) await expectUnavailable(call);
    for (const call of leads) await expectSpilled(call);
    const answer = await test.http.get('/api/health/ready').expect(503);
    expect(answer.body).toEqual({ error: errorCodes.unavailable.sentence, code: 'unavailable' });
    redis.thaw();
    for (const call of calls) await expect.poll(() => accepted(call)).toBe(202);
  });

  it('slow: a visit is accepted after the time that a lead would have', async () => {
    redis.freeze();
    const answers = Promise.all(floods.map(accepted));
    await setTimeout(700);
    redis.thaw();
    expect(await answers).toEqual(floods.map(() => 202));
  });

  it('killed: the same, and what was accepted is still there', async () => {
    const jobs = readJobs(test.config);
    const before = await jobs.count();
    await jobs.close();
    await redis.kill();
    const refused = await countRefused();
    for (const call of floods) await expectUnavailable(call);
    expect(await countRefused()).toBe(refused + 1);
    for (const call of leads) await expectSpilled(call);
    await test.http.get('/api/health/live').expect(200);
    await test.http.get('/api/ip').expect(200);
    await redis.start();
    for (const call of calls) await expect.poll(() => accepted(call)).toBe(202);
    const after = readJobs(test.config);
    // A call that was refused for being late may have landed all the same, never the other way round. The signup is
    // the same as the first one, and so is its job.
    expect(await after.count()).toBeGreaterThanOrEqual(before + calls.length - 1);
    await after.close();
  });

  it('is logged, without a word of what was posted', () => {
    expect(test.log.some((line) => line.includes('jobs could not be added'))).toBe(true);
    expect(test.log.some((line) => line.includes('"redis":"away"'))).toBe(true);
    expect(test.log.join('')).not.toMatch(/example\.org|Video 1/);
  });
});

describe('a Redis that was never there', () => {
  beforeEach(async () => {
    test = await createTestApp({ REDIS_URL: 'redis://127.0.0.1:1' });
  });
  afterEach(() => test.close());

  it('leaves the api alive, refusing visits and keeping leads', async () => {
    for (const call of floods) await expectUnavailable(call);
    for (const call of leads) await expectSpilled(call);
    await test.http.get('/api/health/ready').expect(503);
    await test.login();
  });

  it('is not missed by the own calendar', async () => {
    await test.database.dataSource.query(
      `insert into site_settings (key, value) values ('scheduler', '{"provider": "own"}')`,
    );
    const readTimes = async () => (await test.http.get('/api/bookings/times')).body as Partial<TimesAnswer>;
    await expect.poll(readTimes).toHaveProperty('next');
    const { kind = '', next: [startsAt = ''] = [] } = await readTimes();
    const person = { email: 'a@example.org', name: 'A', phone: '020 123', language: 'NL' };
    const form = { timeZone: 'Europe/Amsterdam', id: crypto.randomUUID(), kind, startsAt, ...person };
    expect((await withinTwoSeconds(post('bookings', form))).statusCode).toBe(201);
  });

  it('may only have been busy: a lead that Postgres cannot take either is offered to it again', async () => {
    const away = () => Promise.reject(new ApiError('unavailable'));
    let offered = 0;
    const add = () => ((offered += 1) > 1 ? Promise.resolve('taken') : away());
    expect(await test.app.get(JobProducer).withSpill(add, away)).toBe('taken');
  });
});

describe('Redis and Postgres away at once', () => {
  it.each([
    ['gone', (gate: Gate) => gate.shut()],
    [
      'frozen',
      (gate: Gate) => {
        gate.freeze();
        return Promise.resolve();
      },
    ],
  ])('refuses every call within two seconds: %s', async (_, close) => {
    const gates: Gate[] = [];
    const behindGate = async (url: URL) => {
      const gate = await openGate({ host: url.hostname, port: Number(url.port) });
      gates.push(gate);
      url.host = `127.0.0.1:${gate.port}`;
    };
    const redisUrl = new URL(testServices.redisUrl);
    await behindGate(redisUrl);
    test = await createTestApp({ REDIS_URL: redisUrl.href, RATE_LIMIT: 'on' }, behindGate);
    try {
      for (const call of calls) expect(await accepted(call)).toBe(202);
      for (const gate of gates) await close(gate);
      for (const call of calls) await expectUnavailable(call);
    } finally {
      for (const gate of gates) await gate.shut().catch(() => undefined);
      for (const gate of gates) await gate.open();
      await test.close();
    }
  });
});

describe('a Redis that is nearly full', () => {
  it('is refused from 70 % of its memory on, and taken again below', async () => {
    redis = await startRedis(['--maxmemory', '40mb']);
    test = await createTestApp({ REDIS_URL: redis.url });
    const client = new Redis(redis.url);
    try {
      for (const call of calls) expect(await accepted(call)).toBe(202);
      const megabyte = 'x'.repeat(1_024 * 1_024);
      for (let n = 0; n < 28; n += 1) await client.set(`ballast-${n}`, megabyte);
      await test.http.get('/api/health/ready').expect(503);
      for (const call of floods) await expectUnavailable(call);
      for (const call of leads) await expectSpilled(call);
      await client.del(await client.keys('ballast-*'));
      for (const call of calls) await expect.poll(() => accepted(call)).toBe(202);
    } finally {
      client.disconnect();
      await test.close();
      await redis.stop();
    }
  });
});

describe('a Redis of which more than a third is used', () => {
  it('takes visits, and leads only while Postgres is away', async () => {
    redis = await startRedis(['--maxmemory', '40mb']);
    let gate: Gate | undefined;
    test = await createTestApp({ REDIS_URL: redis.url }, async (url) => {
      gate = await openGate({ host: url.hostname, port: Number(url.port) });
      url.host = `127.0.0.1:${gate.port}`;
    });
    const client = new Redis(redis.url);
    try {
      const megabyte = 'x'.repeat(1_024 * 1_024);
      for (let n = 0; n < 16; n += 1) await client.set(`ballast-${n}`, megabyte);
      await expect.poll(() => test.app.get(RedisHealth).usedShare).toBeGreaterThan(0.35);
      for (const call of floods) expect(await accepted(call)).toBe(202);
      for (const call of leads) await expectSpilled(call);
      await gate?.shut();
      for (const call of leads) expect(await withinTwoSeconds(accepted(call))).toBe(202);
    } finally {
      client.disconnect();
      await gate?.open().catch(() => undefined);
      await test.close();
      await redis.stop();
    }
  });
});

describe('a Redis that may lose what it has', () => {
  it('is warned of, with what each setting means', async () => {
    redis = await startRedis(['--appendfsync', 'everysec', '--maxmemory-policy', 'allkeys-lru']);
    test = await createTestApp({ REDIS_URL: redis.url, LOG_LEVEL: 'warn' });
    try {
      await expect.poll(() => test.log.join('')).toContain('maxmemory-policy is allkeys-lru, not noeviction');
      expect(test.log.join('')).toContain('appendfsync is everysec, not always');
      expect(test.log.join('')).not.toContain('appendonly is');
    } finally {
      await test.close();
      await redis.stop();
    }
  });
});
