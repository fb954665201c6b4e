import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi, afterEach } from 'vitest';
import { adminFetch, removeToken, storeToken, onUnauthorized } from './admin-api';
import { HttpError, postJson } from './http';
import { createQueryClient, fetchByKey } from './query-client';

it('fetches once, keeps it forever and fetches again only on request', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.resolve('figures'));
  const observe = () => new QueryObserver(client, { queryKey: ['x'], queryFn }).subscribe(() => undefined);
  const stop = observe();
  await expect.poll(() => client.getQueryData(['x'])).toBe('figures');
  stop();
  // Another part of the page that wants the same.
  const stopAgain = observe();
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(
    client
      .getQueryCache()
      .find({ queryKey: ['x'] })
      ?.isStale(),
  ).toBe(false);
  await client.refetchQueries({ queryKey: ['x'] });
  expect(queryFn).toHaveBeenCalledTimes(2);
  stopAgain();
});

it('tries a failed query or mutation once', async () => {
  const client = createQueryClient();
  const fail = vi.fn(() => Promise.reject(new Error('503: ')));
  await expect(client.query({ queryKey: ['y'], queryFn: fail })).rejects.toThrow('503: ');
  await expect(
    client.getMutationCache().build(client, { mutationFn: fail }).execute(undefined),
  ).rejects.toThrow();
  expect(fail).toHaveBeenCalledTimes(2);
});

let server: Server | undefined;
const signal = new AbortController().signal;

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
// Node may have none, or warn of its own.
vi.stubGlobal('sessionStorage', { removeItem: () => undefined });

afterEach(() => {
  server?.close();
  removeToken();
});

it('gets the path that the key makes, with the token of that moment, and parses the answer', async () => {
  const seen: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    seen.push(request);
    response.end('{"total":3}');
  });
  storeToken('abc');
  const query = fetchByKey({ fetch: adminFetch });
  const answer = await query({ queryKey: [origin, 'api', 'figures'], signal });
  expect(answer).toEqual({ total: 3 });
  expect(seen[0]?.method).toBe('GET');
  expect(seen[0]?.url).toBe('/api/figures');
  expect(seen[0]?.headers.authorization).toBe('Bearer abc');
});

it('sends no authorization without a token', async () => {
  const seen: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    seen.push(request);
    response.end('{}');
  });
  await fetchByKey({ fetch: adminFetch })({ queryKey: [origin], signal });
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

it.each([401, 403])('a %i ends the session, once for all calls that were under way', async (status) => {
  const origin = await serve((_, response) => response.writeHead(status).end());
  const ended = vi.fn(removeToken);
  const stop = onUnauthorized(ended);
  storeToken('abc');
  const answers = await Promise.all([adminFetch(origin), adminFetch(origin)]);
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(ended).toHaveBeenCalledTimes(1);
  stop();
});

it('the late refusal of an earlier token leaves a new session open', async () => {
  const origin = await serve((_, response) => {
    storeToken('new');
    response.writeHead(401).end();
  });
  const ended = vi.fn();
  const stop = onUnauthorized(ended);
  storeToken('old');
  await adminFetch(origin);
  expect(ended).not.toHaveBeenCalled();
  stop();
});

it('throws the status and the body', async () => {
  const origin = await serve((_, response) => response.writeHead(503).end('{"error":"busy"}'));
  const failure = await fetchByKey()({ queryKey: [origin], signal }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HttpError);
  expect(failure).toMatchObject({ status: 503, message: '503: {"error":"busy"}' });
});

it('throws the status text where the body is empty', async () => {
  const origin = await serve((_, response) => response.writeHead(404).end());
  await expect(fetchByKey()({ queryKey: [origin], signal })).rejects.toThrow('404: Not Found');
});

it('throws a 401 unless it is asked to be null', async () => {
  const origin = await serve((_, response) => response.writeHead(401).end('no'));
  await expect(fetchByKey()({ queryKey: [origin], signal })).rejects.toThrow('401: no');
  await expect(fetchByKey({ on401: 'null' })({ queryKey: [origin], signal })).resolves.toBeNull();
});

it('throws what fetch throws when nobody answers', async () => {
  const origin = await serve((request) => request.socket.destroy());
  await expect(fetchByKey()({ queryKey: [origin], signal })).rejects.toBeInstanceOf(TypeError);
});

it('posts a body as JSON', async () => {
  let received = '';
  const origin = await serve((request, response) => {
    request.on('data', (part: Buffer) => (received += part.toString()));
    request.on('end', () => response.writeHead(202).end(request.headers['content-type']));
  });
  const response = await postJson(`${origin}/api/visit`, { page: '/nl' });
  expect(await response.text()).toBe('application/json');
  expect(JSON.parse(received)).toEqual({ page: '/nl' });
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}
