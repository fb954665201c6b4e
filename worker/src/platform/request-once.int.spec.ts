import { createServer } from 'node:net';
import { getEventListeners, once } from 'node:events';
import { expect, it } from 'vitest';
import { type Lookup, systemLookup } from './checked-addresses.js';
import { requestOnce, type RequestOptions } from './request-once.js';
import { isPublicAddress } from './public-address.js';
import { answerStatus, startReceiver } from '../testing/start-receiver.js';
import { useReceiver } from '../testing/hooks.js';

const receiver = useReceiver();

const never = new AbortController().signal;
const post = (url: string, given: Partial<RequestOptions> = {}) =>
  requestOnce(
    { url, headers: { 'content-type': 'application/json' }, body: '{}' },
    { timeoutMs: 5_000, isAllowed: () => true, lookUp: systemLookup, stop: never, ...given },
  );

it('posts, and tells what was answered', async () => {
  receiver.answerWith((response) => response.writeHead(503, { 'retry-after': '7' }).end('not now'));
  expect(await post(receiver.url)).toEqual({ statusCode: 503, retryAfter: '7', responseStart: 'not now' });
  expect(receiver.requests).toMatchObject([{ path: '/hook', body: '{}' }]);
});

it.each([301, 302, 303, 307, 308])('does not follow a %d', async (status) => {
  receiver.answerWith(answerStatus(status, { location: '/elsewhere' }));
  expect(await post(receiver.url)).toMatchObject({ statusCode: status });
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
});

it('keeps the first 1,024 bytes of a body that does not end, and hangs up', async () => {
  let hungUp: Promise<unknown> = Promise.resolve();
  receiver.answerWith((response) => {
    hungUp = once(response, 'close');
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('é'.repeat(40_000)));
    };
    response.on('drain', more);
    more();
  });
  // Longer than this test may take: it does not end by running out of time.
  const result = await post(receiver.url, { timeoutMs: 60_000 });
  expect(result).toMatchObject({ statusCode: 200, responseStart: 'é'.repeat(512) });
  await hungUp;
});

it('hangs up after 1,024 bytes, though the answer may go on', async () => {
  receiver.answerWith((response) => response.writeHead(200).write('x'.repeat(1_024)));
  const result = await post(receiver.url, { timeoutMs: 60_000 });
  expect(result).toMatchObject({ statusCode: 200, responseStart: 'x'.repeat(1_024) });
});

it('reads an answer that comes in pieces', async () => {
  receiver.answerWith((response) => {
    response.writeHead(200).write('one piece', () => {
      setTimeout(() => response.end(' and another'), 20);
    });
  });
  expect(await post(receiver.url)).toMatchObject({ responseStart: 'one piece and another' });
});

it('leaves out what Postgres cannot keep, and half a character', async () => {
  receiver.answerWith((response) => response.end(Buffer.from(`a\0b${'x'.repeat(1_020)}é`)));
  expect(await post(receiver.url)).toMatchObject({ responseStart: `ab${'x'.repeat(1_020)}` });
});

it('waits for an answer as long as configured and no longer', async () => {
  receiver.answerWith(() => undefined);
  expect(await post(receiver.url, { timeoutMs: 100 })).toEqual({ error: 'timeout' });
});

it('counts an answer by its status where its body never ends', async () => {
  receiver.answerWith((response) => response.writeHead(200).write('begun'));
  expect(await post(receiver.url, { timeoutMs: 100 })).toMatchObject({
    statusCode: 200,
    responseStart: 'begun',
  });
});

it('does not wait longer for a name server', async () => {
  const lookUp: Lookup = () => new Promise(() => undefined);
  expect(await post('http://example.org/', { lookUp, timeoutMs: 100 })).toEqual({ error: 'timeout' });
});

it('does not wait for a server that takes the connection and says nothing', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const sockets: { destroy: () => void }[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  expect(await post(`https://127.0.0.1:${port}/`, { timeoutMs: 100 })).toEqual({ error: 'timeout' });
  for (const socket of sockets) socket.destroy();
  server.close();
});

it('breaks off when the process goes down', async () => {
  const stop = new AbortController();
  receiver.answerWith(() => {
    stop.abort();
  });
  expect(await post(receiver.url, { stop: stop.signal })).toEqual({ error: 'stopped' });
});

it('does not begin when the process is going down already', async () => {
  expect(await post(receiver.url, { stop: AbortSignal.abort() })).toEqual({ error: 'stopped' });
  expect(receiver.connections()).toBe(0);
});

it('leaves nothing behind that waits for the end of the process', async () => {
  const { signal } = new AbortController();
  await post(receiver.url, { stop: signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('names what went wrong', async () => {
  const gone = await startReceiver();
  await gone.close();
  expect(await post(gone.url)).toEqual({ error: 'ECONNREFUSED' });
  receiver.answerWith((_response, _received, request) => request.socket.destroy());
  expect(await post(receiver.url)).toEqual({ error: 'ECONNRESET' });
  receiver.answerWith((_response, _received, request) => request.socket.end('no http at all\r\n\r\n'));
  expect(await post(receiver.url)).toEqual({ error: 'HPE_INVALID_CONSTANT' });
});

it.each(['127.0.0.1', '2130706433', '0x7f.1', '017700000001', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])(
  'opens no connection to %s',
  async (host) => {
    const result = await post(`http://${host}:${receiver.port}/`, { isAllowed: isPublicAddress });
    expect(result).toEqual({ error: 'address-not-allowed' });
    expect(receiver.connections()).toBe(0);
  },
);

it('opens none where a single one of the addresses of a name is not allowed', async () => {
  const lookUp: Lookup = () =>
    Promise.resolve([
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  const result = await post(`http://example.org:${receiver.port}/`, { lookUp, isAllowed: isPublicAddress });
  expect(result).toEqual({ error: 'address-not-allowed' });
  expect(receiver.connections()).toBe(0);
});

it('connects to the address that was checked, also where the name means another one by then', async () => {
  // 127.0.0.2 plays an address that is allowed, 127.0.0.1 one that is not.
  const allowed = await startReceiver({ host: '127.0.0.2', port: receiver.port });
  let asked = 0;
  const lookUp: Lookup = () => {
    asked += 1;
    return Promise.resolve([{ address: asked === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
  };
  const isAllowed = (address: string) => address === '127.0.0.2';
  const url = `http://rebinding.example.org:${receiver.port}/`;
  expect(await post(url, { lookUp, isAllowed })).toMatchObject({ statusCode: 204 });
  expect(asked).toBe(1);
  expect(allowed.requests).toMatchObject([{ headers: { host: `rebinding.example.org:${receiver.port}` } }]);
  expect(await post(url, { lookUp, isAllowed })).toEqual({ error: 'address-not-allowed' });
  expect(receiver.connections()).toBe(0);
  await allowed.close();
});
