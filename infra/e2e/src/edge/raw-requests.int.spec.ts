import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

/** The upstream answers with the address it was given, so that an answer meant for somebody else shows. */
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({
    settings: { RATE_LIMIT: 'off' },
    files: {
      'index.html': 'home',
      'en/learn.html': 'learn',
      'assets/app-1a2b.js': 'script',
      'private/guide.pdf': '%PDF',
    },
    answer: ({ headers }, response) => response.end(`for ${String(headers['x-real-ip'])}`),
  });
});
afterAll(() => edge.close());

const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: x\r\n\r\n';
const post = 'POST /api/unsubscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const get = 'GET /api/ip HTTP/1.1\r\n';
const length = hidden.length;
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;

/** Requests whose end two servers may see at different places (RFC 9112, section 11.2). */
const smuggled: Record<string, string> = {
  'CL.TE': `${post}Content-Length: ${length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'TE.CL': `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  'two lengths': `${post}Content-Length: 0\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
  'two lengths in one': `${post}Content-Length: 0, ${length}\r\n\r\n${hidden}`,
  'a length with a sign': `${post}Content-Length: +${length}\r\n\r\n${hidden}`,
  'a negative length': `${post}Content-Length: -1\r\n\r\n${hidden}`,
  'a length in hexadecimal': `${post}Content-Length: 0x${length.toString(16)}\r\n\r\n${hidden}`,
  'a length beyond 64 bits': `${post}Content-Length: 18446744073709551616\r\n\r\n${hidden}`,
  'a length of a GET': `${get}Host: x\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
  'a chunk beyond 64 bits': `${chunked}fffffffffffffffff\r\n${hidden}`,
  'a negative chunk': `${chunked}-1\r\n${hidden}`,
  'a chunk with 0x': `${chunked}0x0\r\n\r\n${hidden}`,
  'a chunk with a line in its extension': `${chunked}0;x=\n\r\n\r\n${hidden}`,
  'chunked in HTTP/1.0': `${post.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a NUL in a header': `${get}Host: x\r\nX: \0y\r\n\r\n${hidden}`,
  'a folded header': `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${hidden}`,
  'a space before the colon': `${post}Content-Length : ${length}\r\n\r\n${hidden}`,
  'a header without a name': `${get}Host: x\r\n: y\r\n\r\n${hidden}`,
  'two hosts': `${get}Host: x\r\nHost: y\r\n\r\n${hidden}`,
  'no host': `${get}\r\n${hidden}`,
  'HTTP/0.9': `GET /api/ip\r\n\r\n${hidden}`,
  'HTTP/2 in clear': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
  'HTTP/3.0': `GET /api/ip HTTP/3.0\r\nHost: x\r\n\r\n${hidden}`,
  ...Object.fromEntries(
    [
      'xchunked',
      'chunked, identity',
      '\x0bchunked',
      'chunked\x00',
      '"chunked"',
      'identity',
      'gzip, chunked',
    ].map((encoding) => [
      `Transfer-Encoding: ${JSON.stringify(encoding)}`,
      `${post}Content-Length: 3\r\nTransfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n${hidden}`,
    ]),
  ),
};

it.each(Object.entries(smuggled))('a request hidden by %s gets nobody another answer', async (_, bytes) => {
  await edge.askRaw(bytes, 200);
  // nginx keeps connections to the api: a second request left in one would shift the answers.
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
    expect((await edge.ask('/api/ip', { from })).body.toString()).toBe(`for ${from}`);
});

describe('forged headers', () => {
  const addressHeaders = [
    ...['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'client-ip', 'true-client-ip'],
    ...['cf-connecting-ip', 'fastly-client-ip', 'x-cluster-client-ip', 'x-originating-ip', 'x-remote-addr'],
  ];
  const values = [
    ...['203.0.113.9', '127.0.0.1', 'for=203.0.113.9', '::1', '203.0.113.9, 127.0.0.1', "' or 1=1 --"],
    ','.repeat(500),
  ];

  it.each(addressHeaders)('%s is nobody’s address', async (name) => {
    for (const value of values) {
      // A client may name nginx' own header as one of the connection's, for a proxy to drop it.
      for (const connection of ['close', `close, ${name}`]) {
        const headers = { [name]: value, connection };
        const answer = await edge.ask('/api/ip', { from: '127.0.0.9', headers });
        expect(answer.body.toString(), value).toBe('for 127.0.0.9');
      }
    }
  });

  it.each<Record<string, string>>([
    { 'x-original-url': '/api/admin/leads' },
    { 'x-rewrite-url': '/api/admin/leads' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-accel-redirect': '/private/guide.pdf' },
    { upgrade: 'h2c', 'http2-settings': 'AAMAAABk', connection: 'Upgrade, HTTP2-Settings' },
    { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
  ])('%j changes no request', async (headers) => {
    const answer = await edge.ask('/api/ip', { headers });
    expect(answer.body.toString()).toBe('for 127.0.0.1');
    expect(edge.seen.at(-1)).toMatchObject({ method: 'GET', url: '/api/ip' });
  });

  it.each(['host', 'x-forwarded-host', 'x-host'])('%s of another site is in no answer', async (name) => {
    for (const path of ['/', '/learn/', '/en/learn/', '/nothing', '/admin/']) {
      const answer = await edge.ask(path, { headers: { [name]: 'foreign.example' } });
      expect(JSON.stringify(answer.headers) + answer.body.toString(), path).not.toContain('foreign');
    }
  });
});

describe('a path out of the site', () => {
  const ups = [
    ...['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '%2e%2e%5c', '..%252f', '%252e%252e%252f'],
    ...['..%c0%af', '%c0%ae%c0%ae/', '..%u2215', '..;/', '....//', './../', '..//', '..%00/', '.%2e/'],
  ];
  const folders = ['/', '/assets/', '/en/', '/og/', '/admin/leads/', '/errors/', '/private/'];
  const files = ['etc/passwd', 'private/guide.pdf', 'private/languages', 'nginx.conf', 'include/http.conf'];
  const inside = /root:x:|%PDF|^en nl|proxy_pass|upstream/m;

  it.each(folders)('from %s finds no file', async (folder) => {
    for (const up of ups)
      for (const file of files)
        // However deep the folder, eight of them reach the root of the machine.
        for (const path of [`${folder}${up}${file}`, `${folder}${up.repeat(8)}${file}`]) {
          const answer = await edge.ask(path);
          expect([301, 400, 403, 404, 405], path).toContain(answer.status);
          expect(answer.body.toString(), path).not.toMatch(inside);
        }
  });

  it.each([
    ...['/private/guide.pdf', '//private/guide.pdf', '/%70rivate/guide.pdf', '/private%2fguide.pdf'],
    ...['/private/guide.pdf%00.html', '/private/guide.pdf/', '/private/guide.pdf.br', '/errors/internal'],
    ...['/nginx_status', '/stub_status', '/.env', '/.git/config', '/package.json', '/index.html', '/assets/'],
    ...['/\\etc\\passwd', '/file:///etc/passwd', '/%00', '/%ff', '/%zz', '/%'],
  ])('%s is no page', async (path) => {
    const answer = await edge.ask(path);
    expect([301, 400, 403, 404, 405]).toContain(answer.status);
    expect(answer.body.toString()).not.toMatch(inside);
  });
});

describe('a line break in an address', () => {
  const breaks = [
    '%0d%0a',
    '%0a',
    '%0d',
    '%c4%8d%c4%8a',
    '%e5%98%8a%e5%98%8d',
    '%E2%80%A8',
    '%00',
    '%1b[31m',
  ];

  it.each(breaks)('%s makes no header', async (line) => {
    const forged = `${line}Set-Cookie:forged=1${line}X-Forged:1`;
    for (const path of [`/learn/${forged}/`, `/en/learn${forged}`, `/${forged}/`, `/api/ip?${forged}`]) {
      const text = await edge.askRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(text.split('\r\n\r\n', 1)[0], path).not.toMatch(/^(set-cookie|x-forged)/im);
    }
  });

  it('makes no line of the log, nor does an agent or a referrer', async () => {
    const steer = `${String.fromCharCode(27)}[2J"} {"level":60} \\r\\n 127.0.0.0 "GET /forged" 200`;
    const names = ['User-Agent', 'Referer', 'X-Request-Id'];
    const headers = ['Host: x', 'Connection: close', ...names.map((name) => `${name}: ${steer}`)];
    await edge.askRaw(`GET /learn-at-last HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    await edge.logged('/learn-at-last');
    const lines = edge
      .accessLog()
      .split('\n')
      .filter((line) => line.includes('"'));
    const form =
      /^[0-9a-f.:-]+ \[[^\]]+\] "[A-Z]* [^"]*" \d{3} \d+ [\d.]+ [\d.,: -]+ [\d.,: -]+ [0-9a-f]{32}$/;
    for (const line of lines) expect(line).toMatch(form);
  });
});
