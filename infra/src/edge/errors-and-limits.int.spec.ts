import { errorCodes, type ErrorCode } from '@voordeur/contracts/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Door, openDoor } from './start-nginx.js';

const isRefusal = (answer: Answer, code: ErrorCode, more: object = {}) => {
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(answer.body.toString())).toEqual({ error: errorCodes[code].sentence, code, ...more });
  expect(answer.status).toBe(errorCodes[code].status);
  expect(answer.headers['cache-control']).toBe('no-store');
};

describe('its own errors have the form of the api', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({
      answer: ({ url }, response) => {
        if (url === '/api/refused')
          response.writeHead(429, { 'Retry-After': '7' }).end('{"code":"locked-out"}');
        else if (url === '/api/broken') response.writeHead(404).end('{"code":"of the api"}');
        else if (url === '/api/cached') response.writeHead(200, { 'Cache-Control': 'max-age=5' }).end('{}');
        else response.end('{}');
      },
    });
  });
  afterAll(() => door.close());

  it('too large a body', async () => {
    const body = 'x'.repeat(33_000);
    isRefusal(await door.ask('/api/visit', { method: 'POST', body }), 'too-large');
    const chunked = { 'Transfer-Encoding': 'chunked' };
    isRefusal(await door.ask('/api/visit', { method: 'POST', body, headers: chunked }), 'too-large');
    const fits = await door.ask('/api/visit', { method: 'POST', body: 'x'.repeat(32_768) });
    expect(fits.status).toBe(200);
    const file = { method: 'POST', body: 'x'.repeat(1_000_000) };
    expect((await door.ask('/api/admin/translations/import', file)).status).toBe(200);
    isRefusal(await door.ask('/api/admin/translations', file), 'too-large');
  });

  it.each(['/api/metrics', '/api/x/../metrics', '/api//metrics/deep'])('%s is not there', async (path) => {
    const before = door.seen.length;
    isRefusal(await door.ask(path), 'not-found');
    expect(door.seen.length).toBe(before);
  });

  it.each(['/metrics', '/api/../metrics', '/api/..%2fmetrics', '//metrics', '/documents/../metrics'])(
    '%s never reaches the api',
    async (path) => {
      const before = door.seen.length;
      expect((await door.ask(path)).status).toBe(404);
      expect(door.seen.length).toBe(before);
    },
  );

  it('a method that nginx refuses', async () => {
    isRefusal(await door.ask('/api/visit', { method: 'TRACE' }), 'method-not-allowed');
  });

  it('a request it cannot read', async () => {
    const answer = await door.askRaw(
      'GET /api/visit HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"code":"bad-request"');
    const garbled = await door.askRaw('GET /api/visit%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(garbled).toMatch(/^HTTP\/1.1 400 /);
    expect(garbled).toContain('"code":"bad-request"');
    const long = await door.askRaw(`GET /api/${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1.1 400 /);
    expect(long).toContain('"code":"bad-request"');
  });

  it('leaves the api its own words and headers', async () => {
    const refused = await door.ask('/api/refused');
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7', 'cache-control': 'no-store' },
    });
    expect(refused.body.toString()).toBe('{"code":"locked-out"}');
    expect((await door.ask('/api/broken')).body.toString()).toBe('{"code":"of the api"}');
    expect((await door.ask('/api/cached')).headers['cache-control']).toBe('max-age=5');
  });

  it('the api away', async () => {
    await door.stopUpstream();
    const answer = await door.ask('/api/visit', { method: 'POST', body: '{}' });
    isRefusal(answer, 'unavailable');
    expect(answer.headers['retry-after']).toBe('5');
    isRefusal(await door.ask('/documents/guide.pdf'), 'unavailable');
  });
});

describe('limits', () => {
  /** How many of `count` requests sent at once were let through, and the last refusal. */
  async function flood(door: Door, path: string, count: number, from = '127.0.0.1') {
    const answers = await Promise.all(
      Array.from({ length: count }, () => door.ask(path, { method: 'POST', body: '{}', from })),
    );
    return {
      let: answers.filter(({ status }) => status === 200).length,
      refused: answers.find(({ status }) => status !== 200),
    };
  }

  it('lets one minute at once through, per address and kind of form', async () => {
    const door = await openDoor({});
    const forms = ['setups-inquiry', 'newsletter-signup', 'video-signup', 'prompt-signup', 'unsubscribe'];
    for (const form of [...forms, 'admin/login']) {
      const { let: passed, refused } = await flood(door, `/api/${form}`, 40);
      expect([form, passed]).toEqual([form, expect.toSatisfy((n: number) => n === 31 || n === 32)]);
      if (!refused) throw new Error('none was refused');
      isRefusal(refused, 'too-many-requests', { retryAfter: 1 });
      expect(refused.headers['retry-after']).toBe('60');
    }
    expect((await flood(door, '/api/unsubscribe', 1, '127.0.0.2')).let).toBe(1);
    await door.close();
  });

  it.each([
    ['visit', 300],
    ['video-view', 600],
    ['admin/analytics', 600],
  ])('%s: %i a minute', async (call, limit) => {
    const door = await openDoor({});
    const { let: passed } = await flood(door, `/api/${call}`, limit + 100);
    expect(passed).toBeGreaterThanOrEqual(limit + 1);
    expect(passed).toBeLessThan(limit + 50);
    await door.close();
  });

  it('RATE_LIMIT=off lifts them all', async () => {
    const door = await openDoor({ settings: { RATE_LIMIT: 'off' } });
    for (const call of ['unsubscribe', 'admin/login'])
      expect((await flood(door, `/api/${call}`, 100)).let).toBe(100);
    await door.close();
  });
});
