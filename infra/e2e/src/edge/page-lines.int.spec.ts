import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

const receiver = createSocket('udp4');
const lines: string[] = [];
let edge: Edge;

beforeAll(async () => {
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiver.on('message', (datagram) => lines.push(datagram.toString()));
  edge = await startEdge({
    files: { 'index.html': 'home', 'learn/index.html': 'learn', 'a.css': '' },
    settings: {
      EDGE_LOG: `127.0.0.1:${receiver.address().port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      EDGE_KEY: 'thekey',
    },
  });
});
afterAll(async () => {
  await edge.close();
  receiver.close();
});

/** The lines that a request caused; one asked for after it on the same connection marks where they end. */
async function linesOf(request: () => Promise<unknown>): Promise<string[]> {
  lines.length = 0;
  await request();
  await edge.ask('/the-end', { inOrder: true });
  while (!lines.at(-1)?.includes('"uri":"/the-end"')) await once(receiver, 'message');
  return lines.slice(0, -1);
}

const eventOf = (line: string) => JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>;

describe('a GET of a page is reported', () => {
  it.each([
    ['/', 200],
    ['/learn?utm_source=x&email=y', 200],
    ['/learn/', 301],
    ['/wp-login.php', 404],
    ['/old.HTML', 404],
    ['/index.htm?x=/a.png', 404],
    ['/.git/config', 404],
    ['/file.extension9', 404],
    ['/v1.2/pages', 404],
    ['/metrics/x', 404],
    ['/nl/%C3%A9', 404],
  ])('%s (%i)', async (path, status) => {
    const [line, ...more] = await linesOf(() =>
      edge.ask(path, { headers: { 'User-Agent': 'crawler/1.0' }, inOrder: true }),
    );
    expect(more).toEqual([]);
    expect(eventOf(line ?? '')).toMatchObject({ uri: path, status, agent: 'crawler/1.0' });
  });
});

describe('anything but GET of a page is not', () => {
  it.each([
    '/a.css',
    '/gone.js',
    '/.env',
    '/backup.tar',
    '/api/ip',
    '/api/',
    '/documents/guide.pdf',
    '/documents/x',
    '/metrics',
  ])('%s', async (path) => {
    expect(await linesOf(() => edge.ask(path, { inOrder: true }))).toEqual([]);
  });
  it.each(['HEAD', 'POST', 'OPTIONS'])('%s', async (method) => {
    expect(await linesOf(() => edge.ask('/learn', { method, inOrder: true }))).toEqual([]);
  });
});

it('carries what the api needs, one RFC 3164 datagram a line', async () => {
  const before = Date.now() / 1_000;
  const [line = ''] = await linesOf(() =>
    edge.ask('/learn', {
      inOrder: true,
      headers: {
        'User-Agent': 'say "hé" \\ \t',
        'X-Forwarded-For': '2001:db8::7',
      },
    }),
  );
  expect(line).toMatch(/^<190>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ voordeur: \{.*\}$/);
  const { time, ...event } = eventOf(line);
  expect(event).toEqual({
    address: '2001:db8::7',
    uri: '/learn',
    status: 200,
    // Node sends header text as Latin-1; the byte of é alone is no UTF-8 and passes as it is.
    agent: 'say "h\ufffd" \\ \t',
    key: 'thekey',
  });
  expect(time).toBeGreaterThan(before - 1);
  expect(time).toBeLessThan(Date.now() / 1_000 + 1);
});

it('is not sent for a page that was refused, nor for a request that could not be read', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.8' };
  const answers: number[] = [];
  const sent = await linesOf(async () => {
    for (let asked = 0; asked < 800; asked += 100) {
      const some = Array.from({ length: 100 }, () => edge.ask('/learn', { headers, inOrder: true }));
      answers.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    await edge.askRaw('GET /learn HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
  });
  expect(answers).toContain(429);
  expect(sent.length).toBe(answers.filter((status) => status === 200).length);
});

it('leaves an absent agent empty', async () => {
  const [line = ''] = await linesOf(() => edge.ask('/learn', { inOrder: true }));
  expect(eventOf(line)).toMatchObject({ agent: '' });
});
