import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeDatabase } from '@voordeur/worker/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { refresh } from './refresh.js';

const scratch = mkdtempSync(join(tmpdir(), 'voordeur-refresh-'));
let dir: string;
let server: Server;
let address: string;
let answer: RequestListener;
let asked: [path: string | undefined, etag: string | undefined][];

const countries: [object, object] = [{ country_code: 'NL' }, { country_code: 'BE' }];
const places = (builtAt: string) =>
  readFileSync(makeDatabase(join(scratch, 'any.mmdb'), 6, countries, new Date(builtAt)));
const bots = (...patterns: string[]) => JSON.stringify(patterns.map((pattern) => ({ pattern })));
const networks = (...lines: string[]) =>
  [
    ...['8.8.8.0,8.8.8.255,15169,Google LLC', '20.0.0.0,20.0.0.255,8075,Microsoft Corporation'],
    ...['52.0.0.0,52.0.0.255,16509,"Amazon.com, Inc."', ...lines],
  ].join('\n');
const networks6 = [
  ...['2001:4860::,2001:4861::,15169,Google LLC', '2603::,2604::,8075,Microsoft Corporation'],
  '2600::,2601::,16509,Amazon',
].join('\n');

const serve = (body: Buffer | string, headers: Record<string, string> = {}) => {
  answer = (_request, response) => {
    response.writeHead(200, headers).end(body);
  };
};
/** `complete` is what it resolves to, `said` all that it prints. */
async function run(settings: Record<string, string>) {
  const lines: string[] = [];
  const errors = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const environment = { GEOIP_URL: 'off', BOT_LIST_URL: 'off', NETWORKS_URL: 'off', ...settings };
  const complete = await refresh(environment, dir, (line) => lines.push(line));
  errors.mockRestore();
  return { complete, said: lines.join('\n') };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push([request.url, request.headers['if-none-match']]);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  dir = mkdtempSync(join(scratch, 'lookup-'));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(scratch, { recursive: true });
});

it('fetches all of them, plain or gzip, and again only what has changed', async () => {
  answer = (request, response) => {
    const [etag, body] = {
      [`/places-${new Date().toISOString().slice(0, 7)}`]: ['"one"', gzipSync(places('2026-10-01'))] as const,
      '/bots': ['"two"', bots('ExampleOne', 'ExampleTwo')] as const,
      '/ipv4': ['"three"', networks('5.0.0.0,5.0.0.255,24940,Hetzner Online GmbH')] as const,
      '/ipv6': ['"four"', networks6] as const,
    }[request.url ?? ''] ?? ['', ''];
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(body);
  };
  const settings = {
    GEOIP_URL: `${address}/places-%Y-%m`,
    BOT_LIST_URL: `${address}/bots`,
    NETWORKS_URL: `${address}/ipv%V`,
  };
  const { complete, said } = await run(settings);
  expect(said).toMatch(/places +replaced: made 2026-10-01; before: what is bundled/);
  expect(said).toMatch(/bots +replaced: patterns besides the bundled ones: 2/);
  expect(said).toMatch(/networks of IPv4 +replaced: ranges .*: 4; before/);
  expect(said).toMatch(/networks of IPv6 +replaced: ranges .*: 3; before/);
  expect(complete).toBe(true);
  const files = ['bots.json', 'ipv4.networks', 'ipv6.networks', 'places.mmdb'];
  expect(readdirSync(dir).sort()).toEqual(files.flatMap((file) => [file, `${file}.fetched.json`]));
  for (const file of files) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o644);

  // One of the four files is gone, and one comes from another address.
  rmSync(join(dir, 'ipv6.networks'));
  asked = [];
  const { said: later } = await run({ ...settings, BOT_LIST_URL: `${address}/bots?again` });
  expect(later).toMatch(/places +unchanged: made 2026-10-01/);
  expect(later).toMatch(/networks of IPv4 +unchanged/);
  expect(later).toMatch(/networks of IPv6 +replaced/);
  expect(asked.map(([, etag]) => etag)).toEqual(['"one"', undefined, '"three"', undefined]);
});

it.each<[string, RequestListener, string]>([
  ['an error', (_request, response) => response.writeHead(500).end(), 'error: 500'],
  ['a page', (_request, response) => response.end('<html>'), ''],
  ['half of its gzip', (_request, response) => response.end(gzipSync(bots('One')).subarray(0, 15)), ''],
  ['nothing', (_request, response) => response.end(), ''],
  [
    'an answer that breaks off',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half');
      setImmediate(() => response.destroy());
    },
    '',
  ],
  ['a list with one wrong entry', (_request, response) => response.end(bots('Two', 'Mozilla')), 'browsers'],
  [
    'a small gzip of a large list',
    (_request, response) => response.end(gzipSync(' '.repeat(6e6))),
    'more than 5 MB',
  ],
  [
    'a redirect without https',
    (request, response) => {
      if (request.url === '/moved') response.end(bots('Two'));
      else response.writeHead(307, { location: '/moved' }).end();
    },
    'not supported',
  ],
])('leaves the file as it was where it gets %s', async (_what, listener, reason) => {
  serve(bots('ExampleOne'));
  await run({ BOT_LIST_URL: `${address}/bots` });
  const before = readFileSync(join(dir, 'bots.json'));
  answer = listener;
  asked = [];
  const { complete, said } = await run({ BOT_LIST_URL: `${address}/another?key=secret` });
  expect(complete).toBe(false);
  expect(said).toContain('for BOT_LIST_URL that can be used: ');
  expect(said).toContain(reason);
  expect(said).not.toContain('secret');
  expect(asked).toHaveLength(1);
  expect(readFileSync(join(dir, 'bots.json'))).toEqual(before);
  expect(readdirSync(dir).sort()).toEqual(['bots.json', 'bots.json.fetched.json']);
});

it('says which addresses it refuses, cannot reach or leaves alone, and goes on with the others', async () => {
  serve(networks());
  const { complete, said } = await run({
    ...{ GEOIP_DB: '/some/places.mmdb', GEOIP_URL: `${address}/places` },
    ...{ BOT_LIST_URL: 'http://name:secret@127.0.0.1/x', NETWORKS_URL: `${address}/networks` },
  });
  expect(said).toMatch(/places +not fetched: GEOIP_DB/);
  expect(said).toContain('BOT_LIST_URL is no http or https address');
  expect(said).not.toContain('secret');
  expect(said).toMatch(/networks of IPv4 +replaced.*: 3/);
  // The list for IPv6 has the wrong addresses.
  expect(said).toContain('a line is no network of IPv6');
  expect(complete).toBe(false);
  expect((await run({ GEOIP_URL: 'http://127.0.0.1:1/x' })).said).toContain(
    '127.0.0.1:1 serves nothing for GEOIP_URL',
  );
});
