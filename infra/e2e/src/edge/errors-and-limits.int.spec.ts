import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodes, type ErrorCode } from '@voordeur/contracts/http';
import { freePort, readEvents } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Edge, startEdge } from '../helpers/start-nginx.js';

const isRefusal = (answer: Answer, code: ErrorCode, more: object = {}) => {
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(answer.body.toString())).toEqual({ error: errorCodes[code].sentence, code, ...more });
  expect(answer.status).toBe(errorCodes[code].status);
  expect(answer.headers['cache-control']).toBe('no-store');
};

describe('its own errors have the form of the api', () => {
  let edge: Edge;
  let statusPort: number;
  beforeAll(async () => {
    statusPort = await freePort();
    edge = await startEdge({
      settings: { STATUS_LISTEN: `127.0.0.1:${statusPort}` },
      files: { 'index.html': 'home', 'clip.mp4': '0123456789' },
      answer: ({ url, headers: { authorization } }, response) => {
        if (url === '/api/admin/session' && authorization !== 'open')
          response.writeHead(authorization === 'over' ? 401 : 503).end('{}');
        else if (url === '/api/refused')
          response.writeHead(429, { 'Retry-After': '7' }).end('{"code":"locked-out"}');
        else if (url === '/api/broken') response.writeHead(404).end('{"code":"of the api"}');
        else if (url === '/api/cached') response.writeHead(200, { 'Cache-Control': 'max-age=5' }).end('{}');
        else response.end('{}');
      },
    });
  });
  afterAll(() => edge.close());

  it('too large a body', async () => {
    const body = 'x'.repeat(33_000);
    isRefusal(await edge.ask('/api/visit', { method: 'POST', body }), 'too-large');
    const chunked = { 'Transfer-Encoding': 'chunked' };
    isRefusal(await edge.ask('/api/visit', { method: 'POST', body, headers: chunked }), 'too-large');
    const fits = await edge.ask('/api/visit', { method: 'POST', body: 'x'.repeat(32_768) });
    expect(fits.status).toBe(200);
    const file = { method: 'POST', body: 'x'.repeat(1_000_000) };
    expect((await edge.ask('/api/admin/translations/import', file)).status).toBe(200);
    isRefusal(await edge.ask('/api/admin/translations', file), 'too-large');
    const larger = { method: 'POST', body: 'x'.repeat(1_048_577) };
    isRefusal(await edge.ask('/api/admin/translations/import', larger), 'import-too-large');
  });

  describe('a part of an upload', () => {
    const part = (bytes: number, session: string) =>
      edge.ask('/api/admin/media/0192f0c0-0000-7000-8000-000000000000?from=0', {
        method: 'PUT',
        body: 'x'.repeat(bytes),
        headers: { 'Content-Type': 'application/octet-stream', Authorization: session },
      });
    const seen = () => edge.seen.filter(({ url }) => url.startsWith('/api/admin/media/'));

    it('may have 8 MB', async () => {
      expect((await part(8 * 1_024 * 1_024, 'open')).status).toBe(200);
      isRefusal(await part(8 * 1_024 * 1_024 + 1, 'open'), 'part-too-large');
    });

    it('is read only in a session', async () => {
      const before = seen().length;
      isRefusal(await part(100_000, 'over'), 'session-expired');
      isRefusal(await part(100_000, 'away'), 'unavailable');
      expect(seen().length).toBe(before);
      const asked = edge.seen.at(-1);
      expect(asked).toMatchObject({ method: 'GET', url: '/api/admin/session' });
      expect(asked?.headers).toMatchObject({ authorization: 'away', 'x-real-ip': '127.0.0.1' });
      expect(asked?.headers).not.toHaveProperty('content-length');
    });

    it('asks at an address of which nobody else gets an answer', async () => {
      isRefusal(await edge.ask('/api/session-of-upload'), 'not-found');
    });
  });

  it.each(['/api/metrics', '/api/x/../metrics', '/api//metrics/deep'])('%s is not there', async (path) => {
    const before = edge.seen.length;
    isRefusal(await edge.ask(path), 'not-found');
    expect(edge.seen.length).toBe(before);
  });

  it.each(['/metrics', '/api/../metrics', '/api/..%2fmetrics', '//metrics', '/documents/../metrics'])(
    '%s never reaches the api',
    async (path) => {
      const before = edge.seen.length;
      expect((await edge.ask(path)).status).toBe(404);
      expect(edge.seen.length).toBe(before);
    },
  );

  it('its count of connections is on a port of its own alone', async () => {
    const status = await fetch(`http://127.0.0.1:${statusPort}/stub_status`);
    expect(await status.text()).toMatch(/^Active connections: \d+/);
    expect((await fetch(`http://127.0.0.1:${statusPort}/`)).status).toBe(404);
    expect((await edge.ask('/stub_status')).status).toBe(404);
    expect((await edge.ask('/stub_status', { headers: { Host: `127.0.0.1:${statusPort}` } })).status).toBe(
      404,
    );
  });

  it('a header that is sent halfway is reset, sooner than a body', async () => {
    const body = edge.askRaw('POST /api/visit HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    const header = edge.askRaw('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
    const endOf = (name: string, answer: Promise<string>) =>
      answer.then(
        () => `${name} closed`,
        (error: unknown) => `${name} ${(error as NodeJS.ErrnoException).code}`,
      );
    expect(await Promise.race([endOf('body', body), endOf('header', header)])).toBe('header ECONNRESET');
  }, 30_000);

  it('a method that nginx refuses', async () => {
    isRefusal(await edge.ask('/api/visit', { method: 'TRACE' }), 'method-not-allowed');
  });

  it('a request it cannot read', async () => {
    const answer = await edge.askRaw(
      'GET /api/visit HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"code":"bad-request"');
    const garbled = await edge.askRaw('GET /api/visit%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(garbled).toMatch(/^HTTP\/1.1 400 /);
    expect(garbled).toContain('"code":"bad-request"');
    const long = await edge.askRaw(`GET /api/${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1.1 400 /);
    expect(long).toContain('"code":"bad-request"');
  });

  it('a range or a version of a file that it does not have', async () => {
    const range = await edge.ask('/clip.mp4', { headers: { Range: 'bytes=100-' } });
    expect(range).toMatchObject({
      status: 416,
      headers: {
        'content-type': 'application/json',
        'content-range': 'bytes */10',
        'cache-control': expect.stringMatching(/no-store$/) as string,
        'x-frame-options': 'SAMEORIGIN',
      },
    });
    const { sentence } = errorCodes['range-not-satisfiable'];
    expect(JSON.parse(range.body.toString())).toEqual({ error: sentence, code: 'range-not-satisfiable' });
    expect((await edge.ask('/clip.mp4', { headers: { Range: 'bytes=2-4' } })).body.toString()).toBe('234');
    isRefusal(await edge.ask('/clip.mp4', { headers: { 'If-Match': '"another"' } }), 'precondition-failed');
  });

  it.each([
    [
      'an encoding it does not know',
      'POST /api/visit HTTP/1.1',
      'Transfer-Encoding: gzip',
      501,
      'not-implemented',
    ],
    ['a length it cannot read', 'POST /api/visit HTTP/1.1', 'Content-Length: x', 400, 'bad-request'],
    ['an unknown HTTP version', 'GET /api/visit HTTP/7.1', 'X-Y: z', 400, 'bad-request'],
    ['half a request line', 'GET /api/visit HTTP', 'X-Y: z', 400, 'bad-request'],
    ['a long header', 'GET /api/visit HTTP/1.1', `X-Y: ${'z'.repeat(40_000)}`, 400, 'bad-request'],
  ])('%s', async (_, line, header, status, code) => {
    const answer = await edge.askRaw(`${line}\r\nHost: a\r\nConnection: close\r\n${header}\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/^Content-Type: application\/json/m);
    expect(answer).toContain(`"code":"${code}"`);
  });

  it('leaves the api its own words and headers', async () => {
    const refused = await edge.ask('/api/refused');
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7', 'cache-control': 'no-store' },
    });
    expect(refused.body.toString()).toBe('{"code":"locked-out"}');
    expect((await edge.ask('/api/broken')).body.toString()).toBe('{"code":"of the api"}');
    expect((await edge.ask('/api/cached')).headers['cache-control']).toBe('max-age=5');
  });

  it('the api away', async () => {
    await edge.stopUpstream();
    const answer = await edge.ask('/api/visit', { method: 'POST', body: '{}' });
    isRefusal(answer, 'unavailable');
    expect(answer.headers['retry-after']).toBe('5');
    isRefusal(await edge.ask('/documents/guide.pdf'), 'unavailable');
  });
});

describe.concurrent('an api that hangs', () => {
  const afterMs = { '/api/admin/login': 5_000, '/api/admin/leads': 4_000, '/api/setups-inquiry': 4_000 };
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({
      answer: ({ url = '' }, response) => {
        if (url in afterMs) setTimeout(() => response.end('late'), afterMs[url as keyof typeof afterMs]);
      },
    });
  });
  afterAll(() => edge.close());

  it.each(['/api/visit', '/api/goal', '/api/ip', '/api/admin/session', '/documents/guide.pdf'])(
    '%s is a 503 within 3 s',
    async (path) => {
      const startedMs = performance.now();
      isRefusal(await edge.ask(path, { method: path.includes('i') ? 'GET' : 'POST' }), 'unavailable');
      expect(performance.now() - startedMs).toBeLessThan(3_000);
    },
  );
  it.each(Object.keys(afterMs))('%s may take its time', async (path) => {
    expect((await edge.ask(path)).body.toString()).toBe('late');
  });
});

describe('limits', () => {
  /** The answers that a limit refused, and the others. */
  const split = (answers: Answer[]) =>
    [true, false].map((isRefused) => answers.filter(({ status }) => (status === 429) === isRefused));

  /** How many of `count` requests sent at once were let through, answered in time or not, a refusal, and how long all took. */
  async function flood(edge: Edge, path: string, count: number, from = '127.0.0.1') {
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: count }, () => edge.ask(path, { method: 'POST', body: '{}', from })),
    );
    return {
      let: answers.filter(({ status }) => status !== 429).length,
      refused: answers.find(({ status }) => status === 429),
      minutes: (performance.now() - startedAt) / 60_000,
    };
  }

  describe('calls of the api', () => {
    let edge: Edge;
    beforeAll(async () => {
      edge = await startEdge({});
    });
    afterAll(() => edge.close());

    it('lets one minute at once through, per address and kind of form', async () => {
      const forms = ['setups-inquiry', 'newsletter-signup', 'video-signup', 'prompt-signup', 'unsubscribe'];
      for (const form of [...forms, 'admin/login']) {
        const { let: passed, refused, minutes } = await flood(edge, `/api/${form}`, 40);
        expect(passed, form).toBeGreaterThanOrEqual(31);
        expect(passed, form).toBeLessThanOrEqual(32 + 30 * minutes);
        if (!refused) throw new Error('none was refused');
        isRefusal(refused, 'too-many-requests', { retryAfter: 1 });
        expect(refused.headers['retry-after']).toBe('60');
      }
      expect((await flood(edge, '/api/unsubscribe', 1, '127.0.0.2')).let).toBe(1);
    });

    it.each([
      ['visit', 300],
      ['video-view', 600],
      ['goal', 600],
      ['my-visit', 300],
      ['admin/analytics', 600],
    ])('%s: %i a minute', async (call, limit) => {
      const { let: passed, minutes } = await flood(edge, `/api/${call}`, limit + 100);
      expect(passed).toBeGreaterThanOrEqual(limit + 1);
      // While they are sent, the limit lets more through.
      expect(passed).toBeLessThanOrEqual(limit + 2 + limit * minutes);
    });
  });

  it('the admin’s open streams are passed on as they come, and take no visitor’s place', async () => {
    const waiting: (() => void)[] = [];
    const edge = await startEdge({
      answer: ({ url = '' }, response) => {
        if (url === '/api/admin/analytics/now')
          response.writeHead(200, { 'x-accel-buffering': 'no' }).write('data: 1\n\n');
        waiting.push(() => response.end());
      },
    });
    const stream = await fetch(`${edge.address}/api/admin/analytics/now`);
    expect((await readEvents(stream).next()).value).toBe(1);
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    // Each of these waits for its end, as a page of the owner's does.
    const from = '127.0.0.7';
    const others = Array.from({ length: 550 }, () => edge.ask('/api/admin/analytics/now', { from }));
    await expect.poll(() => waiting.length).toBe(551);
    const visits = Array.from({ length: 550 }, () => edge.ask('/api/ip', { from }));
    await expect.poll(() => waiting.length).toBe(1_101);
    for (const end of waiting) end();
    const answers = await Promise.all([...others, ...visits]);
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    await edge.close();
  });

  it('two imports at a time from one address, whose size is no error of the third', async () => {
    let answerAll!: () => void;
    const released = new Promise<void>((done) => (answerAll = done));
    const arrived: string[] = [];
    const edge = await startEdge({
      answer: ({ url = '' }, response) => {
        arrived.push(url);
        void released.then(() => response.end('{}'));
      },
    });
    const importSome = (from: string) =>
      edge.ask('/api/admin/translations/import', { method: 'POST', body: ' '.repeat(900_000), from });
    const underWay = [importSome('127.0.0.1'), importSome('127.0.0.1'), importSome('127.0.0.2')];
    while (arrived.length < underWay.length) await wait(20);
    isRefusal(await importSome('127.0.0.1'), 'too-many-requests', { retryAfter: 1 });
    answerAll();
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200, 200]);
    // nginx counts one as ended a moment after its answer.
    await expect.poll(async () => (await importSome('127.0.0.1')).status).toBe(200);
    await edge.close();
  });

  describe('pages', () => {
    let edge: Edge;
    beforeAll(async () => {
      edge = await startEdge({
        files: { 'index.html': 'home', 'learn/index.html': 'learn', '404.html': 'lost', 'a.css': '' },
      });
    });
    afterAll(() => edge.close());

    const getMany = (count: number, path: string, from: string) =>
      Promise.all(Array.from({ length: count }, () => edge.ask(path, { from })));

    it('600 a minute together, each with its own answer', async () => {
      const pages = Object.entries({
        ...{
          '/': 200,
          '/learn/index.html': 404,
          '/en/learn': 301,
          '/learn?utm_source=x': 200,
          '/learn/': 301,
        },
        ...{ '/not-there': 404, '/not-there/': 404, '/api/../learn': 404, '/wp-login.php': 404 },
        ...{ '/private/x': 404, '/errors/internal': 404 },
      });
      for (const [path, status] of pages)
        expect((await edge.ask(path, { from: '127.0.8.1' })).status, path).toBe(status);

      const from = '127.0.8.2';
      const answers = await getMany(1_000, '/', from);
      const passed = answers.filter(({ status }) => status === 200).length;
      expect(passed).toSatisfy((count: number) => count > 600 && count < 1_000);
      for (const [path, status] of pages) {
        const [refused = [], others = []] = split(await getMany(150, path, from));
        expect(refused.length, path).toBeGreaterThan(0);
        for (const answer of refused) isRefusal(answer, 'too-many-requests', { retryAfter: 1 });
        for (const answer of others) expect(answer.status, path).toBe(status);
      }
      for (const path of ['/a.css', '/api/ip', '/api/health/live'])
        expect(split(await getMany(150, path, from))[0], path).toEqual([]);
    });
  });

  it('a refused request is counted, not written', async () => {
    const edge = await startEdge({});
    const { let: passed } = await flood(edge, '/api/unsubscribe', 500, '127.0.9.9');
    // nginx writes them within a second; lines it writes during the count are not counted.
    const written = () => readFileSync(join(edge.dir, 'refused.log'), 'utf8').split('\n').length - 1;
    await expect.poll(written).toBe(500 - passed);
    const count = String(500 - passed);
    expect(edge.countRefused().replace(/^\S+Z /, '')).toBe(
      `refused ${count} requests (429), ${count} of them from 127.0.9.0\n`,
    );
    expect(edge.countRefused()).toBe('');
    await edge.logged('POST /api/unsubscribe');
    expect(edge.accessLog()).not.toContain('" 429 ');
    await edge.close();
  });

  it('RATE_LIMIT=off lifts them all', async () => {
    const edge = await startEdge({ files: { 'index.html': 'home' }, settings: { RATE_LIMIT: 'off' } });
    const pages = await Promise.all(Array.from({ length: 1_500 }, () => edge.ask('/')));
    expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
    for (const call of ['unsubscribe', 'admin/login'])
      expect((await flood(edge, `/api/${call}`, 100)).let).toBe(100);
    await edge.close();
  });
});
