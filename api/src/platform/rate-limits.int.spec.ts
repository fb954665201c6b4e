import { testServices } from '@voordeur/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { useApp } from '../testing/hooks.js';

const test = useApp({ RATE_LIMIT: 'on' });

const timestamp = '2026-11-21T03:05:15.000Z';
const inquiry = { email: 'a@example.org', idea: 'x', language: 'NL', timestamp };
const limits: [string, string, object | undefined, number][] = [
  ['POST', '/api/visit', { page: '/' }, 300],
  ['POST', '/api/video-view', { videoId: 'video-1', videoTitle: 'x', watchDuration: 5 }, 600],
  ['POST', '/api/goal', { goal: 'form-opened' }, 600],
  ['POST', '/api/setups-inquiry', inquiry, 30],
  ['POST', '/api/setups-inquiry', { ...inquiry, kind: 'question' }, 30],
  ['POST', '/api/newsletter-signup', inquiry, 30],
  ['POST', '/api/video-signup', { email: 'a', videoId: 'video-1', watchTime: 1, timestamp }, 30],
  ['POST', '/api/prompt-signup', inquiry, 30],
  ['POST', '/api/unsubscribe', { email: 'a@example.org' }, 30],
  ['POST', '/api/admin/login', {}, 30],
  ['GET', '/api/admin/session', undefined, 600],
  ['GET', '/api/ip', undefined, 60],
];

/** On a busy machine Redis may else answer later than a call waits for it, and all would pass. */
async function aFewAtATime<Answer>(
  addresses: string[],
  call: (address: string) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < addresses.length; from += 10)
    answers.push(...(await Promise.all(addresses.slice(from, from + 10).map(call))));
  return answers;
}

it.each(limits)('%s %s %j: up to the limit per minute and no more', async (method, url, payload, limit) => {
  const call = (address: string) =>
    test.fastify.inject({
      method: method as 'GET',
      url,
      headers: { 'x-real-ip': address },
      ...(payload && { payload }),
    });
  const answers = await aFewAtATime(
    Array.from({ length: limit + 5 }, () => '203.0.113.9'),
    call,
  );
  const refused = answers.filter((answer) => answer.statusCode === 429);
  expect(refused).toHaveLength(5);
  for (const answer of refused) {
    expect(answer.json()).toEqual({
      error: 'Too many requests. Try again later.',
      code: 'too-many-requests',
      retryAfter: 1,
    });
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  expect((await call('203.0.113.10')).statusCode).not.toBe(429);
});

it('counts all of a /64 together, and ten times as many of a /48', async () => {
  const login = async (address: string) => {
    const headers = { 'x-real-ip': address };
    const { statusCode } = await test.fastify.inject({
      method: 'POST',
      url: '/api/admin/login',
      headers,
      payload: {},
    });
    return statusCode;
  };
  const passed = async (addresses: string[]) =>
    (await aFewAtATime(addresses, login)).filter((status) => status !== 429).length;
  const count = Array.from({ length: 350 }, (_, n) => n.toString(16));
  expect(await passed(count.map((n) => `2001:db8:1:1::${n}`))).toBe(30);
  // Requests refused for their /64 don't count against the /48.
  expect(await passed(count.map((n) => `2001:db8:1:1${n}::1`))).toBe(270);
  const redis = new Redis(testServices.redisUrl);
  const before = (await redis.keys(`${test.prefix}:limit:*`)).length;
  expect(await passed(count.map((n) => `2001:db8:1:2${n}::1`))).toBe(0);
  expect((await redis.keys(`${test.prefix}:limit:*`)).length).toBe(before);
  redis.disconnect();
});

it('counts by a keyed hash, for a minute', async () => {
  const redis = new Redis(testServices.redisUrl);
  const keys = await redis.keys(`${test.prefix}:limit:*`);
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.join('')).not.toContain('203.0.113');
  for (const key of keys) {
    const leftMs = await redis.pttl(key);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(60_000);
  }
  redis.disconnect();
});
