import { errorCodes, type ErrorBody, type ErrorCode } from '@voordeur/contracts/http';
import { afterEach, describe, expect, it } from 'vitest';
import { useApp, useJobs } from './hooks.js';

const test = useApp();
const jobs = useJobs(test);

afterEach(async () => {
  const taken = await jobs.count();
  await jobs.clear();
  expect(taken).toBe(0);
});

const timestamp = '2026-11-21T03:05:15.000Z';
const good = {
  '/api/visit': { page: '/nl' },
  '/api/video-view': { videoId: 'video-1', videoTitle: 'Video 1', watchDuration: 5 },
  '/api/goal': { goal: 'form-opened' },
  '/api/setups-inquiry': { email: 'a@example.org', idea: 'An idea', language: 'ENG', timestamp },
  '/api/newsletter-signup': { email: 'a@example.org', language: 'NL', timestamp },
  '/api/video-signup': { email: 'a@example.org', videoId: 'video-1', watchTime: 120, timestamp },
  '/api/prompt-signup': { email: 'a@example.org', language: 'NL', timestamp },
  '/api/unsubscribe': { email: 'a@example.org' },
  '/api/admin/login': { secretKey: 'a key of somebody' },
} as const;
type Path = keyof typeof good;
const paths = Object.keys(good) as Path[];

async function expectRefusal(
  request: { method?: string; url: string; body?: string; type?: string; headers?: Record<string, string> },
  code: ErrorCode,
): Promise<ErrorBody> {
  const answer = await test.fastify.inject({
    method: (request.method ?? 'POST') as 'POST',
    url: request.url,
    headers: { ...(request.type && { 'content-type': request.type }), ...request.headers },
    ...(request.body !== undefined && { payload: request.body }),
  });
  const body = answer.json<ErrorBody>();
  expect({ status: answer.statusCode, ...body }).toMatchObject({
    status: errorCodes[code].status,
    code,
    error: errorCodes[code].sentence,
  });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  return body;
}

const json = 'application/json';

describe.each(paths)('%s refuses', (url) => {
  it.each<[string, string, ErrorCode]>([
    ['broken JSON', '{"a":', 'malformed-json'],
    ['an empty body', '', 'invalid-body'],
    ['bytes that are no JSON', '\u0000\u0001', 'malformed-json'],
    ['a poisoned prototype', '{"__proto__":{"x":1}}', 'malformed-json'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"x":1}}}', 'malformed-json'],
    ['an array', '[]', 'invalid-body'],
    ['null', 'null', 'invalid-body'],
    ['a string', '"text"', 'invalid-body'],
    ['a number', '1', 'invalid-body'],
    ['no field at all', '{}', 'invalid-body'],
    ['brackets within brackets', '['.repeat(16_000) + ']'.repeat(16_000), 'invalid-body'],
    ['a megabyte', JSON.stringify({ ...good[url], more: 'x'.repeat(1_048_576) }), 'too-large'],
    ['32 KB and one', JSON.stringify({ ...good[url] }).padEnd(32 * 1024 + 1), 'too-large'],
  ])('%s', async (_name, body, code) => {
    await expectRefusal({ url, body, type: json }, code);
  });

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'x',
  ])('the type %s', async (type) => {
    // Mail programs send the one-click unsubscribe so.
    const isForm = url === '/api/unsubscribe' && type.startsWith('multipart/');
    const code = isForm ? 'invalid-body' : 'unsupported-media-type';
    await expectRefusal({ url, body: JSON.stringify(good[url]), type }, code);
  });

  it('a body without a type', async () => {
    await expectRefusal({ url, body: JSON.stringify(good[url]) }, 'unsupported-media-type');
  });

  it('a packed body', async () => {
    const headers = { 'content-encoding': 'gzip' };
    await expectRefusal(
      { url, body: JSON.stringify(good[url]), type: json, headers },
      'unsupported-encoding',
    );
  });

  it('a form, unless it is the one-click unsubscribe', async () => {
    const code = url === '/api/unsubscribe' ? 'invalid-body' : 'unsupported-media-type';
    await expectRefusal({ url, body: 'page=%2F', type: 'application/x-www-form-urlencoded' }, code);
  });

  // A mail program without one-click opens the link of `List-Unsubscribe` (unsubscribes.int.spec.ts).
  const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', ...(url === '/api/unsubscribe' ? [] : ['GET'])];
  it.each(others)('the method %s', async (method) => {
    const answer = await test.fastify.inject({ method: method as 'GET', url });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(url === '/api/unsubscribe' ? 'GET, HEAD, POST' : 'POST');
  });
});

const ctrl = '\u0007';
const nul = '\u0000';
const lone = '\ud800';
const wrongTypes = [null, 1, true, {}, []];
const wrongTexts = [...wrongTypes, `a${ctrl}`, `a${nul}`, `a${lone}`, 'a\u0085', 'a\u007f'];
const wrongLines = [...wrongTexts, 'a\nb', 'a\rb'];
const wrongNumbers = [null, '5', 5.5, -1, true, {}, 1e300];
const wrongTimes = [
  ...wrongTypes,
  '',
  'yesterday',
  '2026-11-21',
  'T03:05',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-21T25:00:00Z',
  '2026-11-21T03:61:00Z',
  '1969-12-31T23:59:59Z',
  '2101-01-01T00:00:00Z',
  '9999-12-31T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-11-21 03:05:15',
  '2026-11-21T03:05:15+99:00',
  '2026-11-21T03:05:15Z[Europe/Amsterdam]',
  1_795_000_000_000,
];
const wrongLanguages = [...wrongTypes, '', 'DE', 'EN', 'nederlands', 'NL\n'];
const wrongEmails = [
  ...wrongLines,
  '',
  'a',
  '@example.org',
  'a@',
  `${'a'.repeat(250)}@example.org`,
  'a b@example.org',
];

const fields: [Path, string, unknown[]][] = [
  [
    '/api/visit',
    'page',
    [...wrongLines, '', 'nl', 'https://example.org/', `/${'x'.repeat(2_048)}`, `/${nul}`],
  ],
  ['/api/visit', 'referrer', wrongLines],
  ['/api/visit', 'language', [...wrongTypes, 'DE', 'EN']],
  ['/api/video-view', 'videoId', [...wrongLines, '', 'video-7', '__proto__', 'constructor', 'x'.repeat(101)]],
  ['/api/video-view', 'videoTitle', [...wrongLines, '', 'x'.repeat(201)]],
  ['/api/video-view', 'watchDuration', [...wrongNumbers, 4, 0, 86_401]],
  ['/api/video-view', 'viewId', [...wrongTypes, 'x', '0199', '0'.repeat(36)]],
  ['/api/goal', 'goal', [...wrongTypes, '', 'booked', 'video-30', 'FORM-OPENED', '__proto__']],
  ['/api/setups-inquiry', 'email', [...wrongEmails, 'a@exa_mple.org', 'a@-example.org', 'é@example.org']],
  ['/api/setups-inquiry', 'idea', [...wrongTexts, '', '  ', ' \n\t\u00a0\u3000', 'x'.repeat(5_001)]],
  ['/api/setups-inquiry', 'language', wrongLanguages],
  ['/api/setups-inquiry', 'timestamp', wrongTimes],
  ['/api/setups-inquiry', 'kind', [...wrongTypes, 'newsletter', 'SETUPS']],
  ['/api/newsletter-signup', 'email', [...wrongEmails, 'a@example', 'a@b@example.org']],
  ['/api/newsletter-signup', 'language', wrongLanguages],
  ['/api/newsletter-signup', 'timestamp', wrongTimes],
  ['/api/video-signup', 'email', [...wrongLines, 'x'.repeat(255), '']],
  ['/api/video-signup', 'phone', [...wrongLines, '1'.repeat(33)]],
  ['/api/video-signup', 'videoId', [...wrongLines, '', 'video-7', '__proto__']],
  ['/api/video-signup', 'watchTime', [...wrongNumbers, 86_401]],
  ['/api/video-signup', 'timestamp', wrongTimes],
  ['/api/prompt-signup', 'email', wrongEmails],
  ['/api/prompt-signup', 'language', wrongLanguages],
  ['/api/prompt-signup', 'timestamp', wrongTimes],
  ['/api/unsubscribe', 'email', [...wrongEmails, 'a@example']],
  ['/api/unsubscribe', 'token', wrongLines],
  ['/api/admin/login', 'secretKey', [...wrongLines, '']],
];

describe.each(fields)('%s, field %s', (url, field, values) => {
  it.each(values.map((value) => [JSON.stringify(value).slice(0, 60), value]))(
    'refuses %s',
    async (_name, value) => {
      const body = JSON.stringify({ ...good[url], [field]: value });
      const refusal = await expectRefusal({ url, body, type: json }, 'invalid-body');
      expect(refusal.details?.map((detail) => detail.field)).toContain(field);
      const echoed = typeof value === 'string' && value.length > 5 && JSON.stringify(refusal).includes(value);
      expect(echoed).toBe(false);
    },
  );
});

describe('elsewhere', () => {
  it.each<[string, string, ErrorCode]>([
    ['GET', '/', 'not-found'],
    ['GET', '/api/nothing', 'not-found'],
    ['POST', '/api/nothing', 'not-found'],
    ['GET', '/api/visit/', 'not-found'],
    ['GET', '/api/%zz', 'bad-request'],
    ['GET', '/%', 'bad-request'],
    ['POST', '/api/ip', 'method-not-allowed'],
    ['DELETE', '/api/admin/session', 'method-not-allowed'],
    ['GET', '/documents/guide.pdf', 'link-expired'],
  ])('%s %s is refused in the same form', async (method, url, code) => {
    await expectRefusal({ method, url }, code);
  });

  it('reads no body of a call that is not there', async () => {
    await expectRefusal({ url: '/api/nothing', body: '{"broken', type: json }, 'not-found');
    await expectRefusal({ url: '/api/ip', body: '{"broken', type: json }, 'method-not-allowed');
  });

  it('takes no key that is too long or not printable', async () => {
    for (const key of ['x'.repeat(256), 'é', 'a\tb']) {
      const body = JSON.stringify(good['/api/newsletter-signup']);
      const headers = { 'idempotency-key': key };
      await expectRefusal({ url: '/api/newsletter-signup', body, type: json, headers }, 'invalid-body');
    }
  });
});
