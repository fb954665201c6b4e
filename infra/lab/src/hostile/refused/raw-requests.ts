import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { headOf, isStatus, jsonOf, type Kind, type Target } from './target.js';

/** What nginx answers with 404 and the api doesn't: its figures come back only where the two read a request differently. */
const hidden = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';
const isHidden = (text: string) => !/process_cpu|voordeur_/.test(text);
const post = 'POST /api/unsubscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const get = 'GET /api/ip HTTP/1.1\r\n';

/** Requests whose end two servers may see at different places. */
const smuggled: Record<string, string> = {
  'CL.TE': `${post}Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'TE.CL': `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  'two lengths': `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'two lengths in one': `${post}Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`,
  'a length with a sign': `${post}Content-Length: +${hidden.length}\r\n\r\n${hidden}`,
  'a negative length': `${post}Content-Length: -1\r\n\r\n${hidden}`,
  'a length in hexadecimal': `${post}Content-Length: 0x${hidden.length.toString(16)}\r\n\r\n${hidden}`,
  'a length beyond 64 bits': `${post}Content-Length: 18446744073709551616\r\n\r\n${hidden}`,
  'a length of a GET': `${get}Host: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a chunked GET': `${get}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a chunk beyond 64 bits': `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden}`,
  'a negative chunk': `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n${hidden}`,
  'a chunk with 0x': `${post}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${hidden}`,
  'a chunk ended by LF': `${post}Transfer-Encoding: chunked\r\n\r\n0\n\n${hidden}`,
  'a chunk with a line in its extension': `${post}Transfer-Encoding: chunked\r\n\r\n0;x=\n\r\n\r\n${hidden}`,
  'a trailer that ends late': `${post}Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\n\r\n\r\n${hidden}`,
  'chunked in HTTP/1.0': `${post.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a header ended by LF': `${get}Host: x\nX: y\n\n${hidden}`,
  'a header ended by CR': `${get}Host: x\rX: y\r\r${hidden}`,
  'a NUL in a header': `${get}Host: x\r\nX: \0y\r\n\r\n${hidden}`,
  'a folded header': `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${hidden}`,
  'a space before the colon': `${post}Content-Length : ${hidden.length}\r\n\r\n${hidden}`,
  'a header without a name': `${get}Host: x\r\n: y\r\n\r\n${hidden}`,
  'an absolute address': `GET http://127.0.0.1/metrics HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`,
  'two hosts': `${get}Host: x\r\nHost: y\r\n\r\n${hidden}`,
  'no host': `${get}\r\n${hidden}`,
  'an address in HTTP/0.9': `GET /metrics\r\n\r\n${hidden}`,
  'HTTP/2 in clear': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
  'HTTP/3.0': `GET /metrics HTTP/3.0\r\nHost: x\r\n\r\n${hidden}`,
  'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'an upgrade that goes on': `${get}Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${hidden}`,
  ...Object.fromEntries(
    [
      'xchunked',
      'chunked, identity',
      '\x0bchunked',
      'chunked\x00',
      '"chunked"',
      'identity',
      'CHUNKED',
      'gzip, chunked',
    ].map((encoding) => [
      `Transfer-Encoding: ${JSON.stringify(encoding)}`,
      `${post}Content-Length: 3\r\nTransfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n${hidden}`,
    ]),
  ),
};

const verbs = ['TRACE', 'CONNECT', 'PROPFIND', 'get', 'X'.repeat(5_000)];

/** What is malformed, too large or too slow. */
export const rawRequests: Kind = async (target) => {
  const { ask, expect, send, postJson, settings } = target;
  for (const [what, bytes] of Object.entries(smuggled))
    for (const port of [settings.webPort, settings.apiPort]) {
      // The api itself answers /metrics, so there only its health counts.
      const reply = await send(Buffer.from(bytes, 'latin1'), { port, silentMs: 300 });
      const isDoor = port === settings.webPort;
      expect(`${what}, at port ${port}`, !isDoor || isHidden(reply.text), reply);
      if (isDoor) await expectNobodyElsesAnswer(target, what);
    }
  for (const verb of verbs) {
    const reply = await ask('/api/ip', { method: verb });
    expect(`the method ${verb.slice(0, 10)}`, isStatus(reply, 400, 404, 405), reply);
  }

  const long = 'x'.repeat(100_000);
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`x-${index}`, 'y']));
  const body = JSON.stringify({ email: `${long}@example.org` });
  const large: [string, Promise<Awaited<ReturnType<Target['ask']>>>, number[]][] = [
    ['an address of 100 KB', ask(`/${long}`), [400]],
    ['a header of 100 KB', ask('/', { headers: { 'x-long': long } }), [400]],
    ['a cookie of 100 KB', ask('/', { headers: { cookie: long } }), [400]],
    ['3,000 headers', ask('/', { headers: many }), [400]],
    ['a query of 7 KB', ask(`/api/ip?${'a=1&'.repeat(1_700)}`), [200, 400]],
    ['a body of 100 KB', postJson('/api/newsletter-signup', body), [413]],
    ['a body said to be endless', post32('999999999999', ''), [413]],
    ['a body that is chunked and endless', chunked(), [413]],
    ['a body in gzip', zipped(), [400, 413, 415]],
    [
      'a thousand ranges',
      ask('/logo.svg', { headers: { range: `bytes=${'0-1,'.repeat(1_000)}2-3` } }),
      [200, 206, 404, 416],
    ],
  ];
  for (const [what, asked, statuses] of large) {
    const reply = await asked;
    expect(what, isStatus(reply, ...statuses), reply);
  }
  await expectSlowOnesEnd(target);

  function post32(length: string, sent: string) {
    return send(`${post}Connection: close\r\nContent-Length: ${length}\r\n\r\n${sent}`);
  }
  function chunked() {
    const chunks = `2000\r\n${'x'.repeat(0x2000)}\r\n`.repeat(8);
    return send(`${post}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
  }
  function zipped() {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    return ask('/api/unsubscribe', { method: 'POST', headers, body: Buffer.from('1f8b080000000000', 'hex') });
  }
};

/** nginx keeps its connections to the api: what stands in one of them would be another person's answer. */
async function expectNobodyElsesAnswer({ ask, expect, nextAddress }: Target, after: string): Promise<void> {
  for (const from of [nextAddress(), nextAddress(), nextAddress()]) {
    const reply = await ask('/api/ip', { from });
    const isOwn = isStatus(reply, 200) && jsonOf(reply)['ip'] === from;
    expect(`after ${after} everyone has the own answer`, isOwn, reply);
  }
}

/** Connections that send a byte now and then, or nothing, or read nothing; beside them others are answered. */
async function expectSlowOnesEnd({ ask, expect, settings }: Target): Promise<void> {
  const endsMs = (first: string, next: string) =>
    new Promise<number>((resolve) => {
      const startMs = performance.now();
      const socket = connect({ host: '127.0.0.1', port: settings.webPort, localAddress: '127.11.0.1' });
      socket.write(first);
      const dripping = setInterval(() => next !== '' && socket.writable && socket.write(next), 1_000);
      const giveUp = setTimeout(() => socket.destroy(), 40_000);
      socket.on('error', () => socket.destroy());
      socket.resume().on('close', () => {
        clearInterval(dripping);
        clearTimeout(giveUp);
        resolve(performance.now() - startMs);
      });
    });
  const slow = Array.from({ length: 100 }, () => [
    endsMs('GET / HTTP/1.1\r\nHost: x\r\nX-', 'a'),
    endsMs(`${post}Content-Length: 1000\r\n\r\n{`, ''),
  ]).flat();
  await wait(2_000);
  const startMs = performance.now();
  const reply = await ask('/learn');
  const isQuick = performance.now() - startMs < 1_000;
  expect(
    'beside 200 slow ones others are answered',
    isQuick && headOf(reply).startsWith('HTTP/1.1 200'),
    reply,
  );
  const longest = Math.max(...(await Promise.all(slow)));
  expect('a slow one is ended within 25 s', longest < 25_000, `after ${Math.round(longest)} ms`);
}
