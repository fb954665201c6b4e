import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type RecordVisits } from '@voordeur/contracts/jobs';
import { edgeKeyOf } from '@voordeur/server';
import { freePort, startRedis } from '@voordeur/testing';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { RedisHealth } from '../platform/redis-health.js';
import { createTestApp, readJobs } from '../testing/create-test-app.js';

const jwtSecret = 'a-secret-of-the-tests';
const line = (uri: string, change: object = {}) =>
  '<190>Nov 21 03:05:15 host voordeur: ' +
  JSON.stringify({
    key: edgeKeyOf(jwtSecret),
    time: Date.now() / 1_000,
    address: '203.0.113.9',
    uri,
    status: 200,
    agent: 'bot/1',
    ...change,
  });

async function eventsOf(jobs: ReturnType<typeof readJobs>) {
  return (await jobs.of('visits')).flatMap((job) => (job.data as RecordVisits).events);
}

it('takes the lines that nginx sends over UDP, and flushes what it holds when it closes', async () => {
  const port = await freePort();
  const test = await createTestApp({ EDGE_LOG_PORT: String(port), LOG_LEVEL: 'warn' });
  const jobs = readJobs(test.config);
  const nginx = createSocket('udp4');
  const send = (text: string) =>
    new Promise((resolve) => {
      nginx.send(text, port, '127.0.0.1', resolve);
    });
  try {
    await send('nonsense that must not be printed');
    await send(line('/forged', { key: edgeKeyOf('another secret') }));
    await send(line('/of-the-past', { time: 0 }));
    for (let n = 0; n < 20; n += 1) await send(line(`/page-${n}`));
    // Gathered for 200 ms, so on a busy machine into more than one job.
    await expect.poll(async () => (await eventsOf(jobs)).length).toBe(20);
    await send(line('/the-last'));
    // The datagram is in our own socket's buffer once a later round trip over loopback is done.
    await test.http.get('/api/health/live').expect(200);
    await test.app.close();
    const events = await eventsOf(jobs);
    expect(events).toHaveLength(21);
    expect(events[0]).toMatchObject({ source: 'edge', page: '/page-0', userAgent: 'bot/1' });
    const logged = test.log.filter((entry) => entry.includes('edge lines'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('"malformed":3');
    expect(test.log.join('')).not.toContain('nonsense');
  } finally {
    nginx.close();
    await jobs.close();
    await test.close();
  }
});

it('takes no line that is forged or cannot be read, and goes on', async () => {
  const port = await freePort();
  const test = await createTestApp({ EDGE_LOG_PORT: String(port), LOG_LEVEL: 'warn' });
  const jobs = readJobs(test.config);
  const nginx = createSocket('udp4');
  const key = edgeKeyOf(jwtSecret);
  const now = Date.now() / 1_000;
  const whole = line('/forged').slice(line('/forged').indexOf('{'));
  const forged = [
    ...['', key.slice(0, -1), `${key}x`, key.toUpperCase(), null, true, 0, [key], { key }, undefined].map(
      (other) => line('/forged', { key: other }),
    ),
    ...[0, -1, 1e300, 'soon', null, now - 86_400].map((time) => line('/forged', { time })),
    ...['', 'x', '999.1.1.1', "'; drop table visits", null, ['203.0.113.9'], 0].map((address) =>
      line('/forged', { address }),
    ),
    ...['', 'forged', 'http://x/', null, 7, ['/forged'], { toString: '/' }].map((uri) =>
      line('/forged', { uri }),
    ),
    ...['[]', '"line"', 'null', `{"__proto__":${whole}}`, `${whole}${whole}`, whole.slice(0, -1)].map(
      (json) => `<190>x: ${json}`,
    ),
    ...[whole, `<190>x: ${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`, '<190>'.repeat(10_000), ''],
  ];
  const send = (bytes: string | Buffer) =>
    new Promise((resolve) => {
      nginx.send(bytes, port, '127.0.0.1', resolve);
    });
  try {
    for (const text of forged) await send(text);
    for (let size = 1; size < 1_400; size += 7) await send(randomBytes(size));
    await send(line('/honest'));
    await expect.poll(async () => (await eventsOf(jobs)).map(({ page }) => page)).toEqual(['/honest']);
  } finally {
    nginx.close();
    await jobs.close();
    await test.close();
  }
});

describe('leaves room for people', () => {
  async function listening(settings: string[]) {
    const redis = await startRedis(settings);
    const port = await freePort();
    const test = await createTestApp({
      EDGE_LOG_PORT: String(port),
      REDIS_URL: redis.url,
      RATE_LIMIT: 'on',
      LOG_LEVEL: 'warn',
    });
    const nginx = createSocket('udp4');
    const send = (address: string) =>
      new Promise((resolve) => {
        nginx.send(line('/page', { address }), port, '127.0.0.1', resolve);
      });
    await expect.poll(async () => (await test.http.post('/api/visit').send({ page: '/' })).status).toBe(202);
    /** The lines that became events, and the log's count of the others, once the api has ended. */
    async function end() {
      await test.http.get('/api/health/live').expect(200);
      await test.app.close();
      const jobs = readJobs(test.config);
      const events = (await jobs.of('visits')).flatMap((job) => (job.data as RecordVisits).events);
      await jobs.close();
      const log = test.log.filter((entry) => entry.includes('edge lines')).join('');
      return { taken: events.filter((event) => event.source === 'edge'), log };
    }
    async function close() {
      nginx.close();
      await test.close();
      await redis.stop();
    }
    return { redis, test, send, end, close };
  }

  it('by limiting the lines of one address per minute', async () => {
    const { test, send, end, close } = await listening([]);
    try {
      for (let n = 0; n < 605; n += 1) {
        await send('203.0.113.9');
        // Lets the api read before the socket's buffer is full.
        if (n % 50 === 0) await test.http.get('/api/health/live').expect(200);
      }
      await send('203.0.113.10');
      const { taken, log } = await end();
      expect(taken.filter((event) => event.address === '203.0.113.9')).toHaveLength(600);
      expect(taken.filter((event) => event.address === '203.0.113.10')).toHaveLength(1);
      expect(log).toContain('"dropped":5');
    } finally {
      await close();
    }
  });

  it('by taking none from 35 % of the memory of Redis on, where visits still go in', async () => {
    const { redis, test, send, end, close } = await listening(['--maxmemory', '16mb']);
    const client = new Redis(redis.url);
    try {
      await client.set('ballast', 'x'.repeat(6_500_000));
      const health = test.app.get(RedisHealth);
      await expect.poll(() => health.usedShare).toBeGreaterThan(0.35);
      const postVisit = async () => (await test.http.post('/api/visit').send({ page: '/' })).status;
      await expect.poll(postVisit).toBe(202);
      for (let n = 0; n < 5; n += 1) await send('203.0.113.9');
      const { taken, log } = await end();
      expect(taken).toEqual([]);
      expect(log).toContain('"dropped":5');
    } finally {
      client.disconnect();
      await close();
    }
  });
});

it('refuses to start on a port that is taken', async () => {
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  try {
    await expect(createTestApp({ EDGE_LOG_PORT: String(taken.address().port) })).rejects.toThrow(
      /EDGE_LOG_PORT/,
    );
  } finally {
    taken.close();
  }
});
