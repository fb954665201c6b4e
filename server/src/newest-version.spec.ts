import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isNewer, readNewestVersion } from './newest-version.js';

it.each([
  ['0.2.0', '0.1.9 (v0.1.9-3-g1a2b3c4)', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '1.0.0 (v1.0.0-1-gabcdef0)', false],
  ['1.0.0', '1.0.1', false],
  ['1.9.9', '2.0.0', false],
])('%s compared with %s: newer %s', (version, running, expected) => {
  expect(isNewer(version, running)).toBe(expected);
});

let url: string;
let answer: (response: ServerResponse) => void;
const server = createServer((_request, response) => {
  answer(response);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
});
afterAll(() => server.close());

it('reads the tag of a release', async () => {
  answer = (response) => response.end(JSON.stringify({ tag_name: 'v1.2.3', name: 'One two three' }));
  expect(await readNewestVersion(url)).toBe('1.2.3');
});

it.each([['<h1>404</h1>'], ['{"message":"Not Found"}'], ['{"tag_name":7}'], ['{"tag_name":"nightly"}']])(
  'takes %s for no release',
  async (body) => {
    answer = (response) => response.end(body);
    await expect(readNewestVersion(url)).rejects.toThrow();
  },
);

it('follows no redirect', async () => {
  let asked = 0;
  answer = (response) => {
    asked += 1;
    response.writeHead(302, { location: '/elsewhere' }).end(JSON.stringify({ tag_name: 'v1.2.3' }));
  };
  await expect(readNewestVersion(url)).rejects.toThrow();
  expect(asked).toBe(1);
});
