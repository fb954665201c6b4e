import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeDatabase } from '@voordeur/worker/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { refresh } from './refresh.js';

const scratch = mkdtempSync(join(tmpdir(), 'voordeur-refresh-'));
let dir: string;
let server: Server;
let address: string;
let answer: RequestListener;
const errors = vi.spyOn(process.stderr, 'write');

const places = (builtAt: string) =>
  readFileSync(
    makeDatabase(
      join(scratch, 'any.mmdb'),
      6,
      [{ country_code: 'NL' }, { country_code: 'BE' }],
      new Date(builtAt),
    ),
  );
const bots = (...patterns: string[]) => JSON.stringify(patterns.map((pattern) => ({ pattern })));

/** What it says; `complete` is what it resolves to. */
async function run(more: Record<string, string> = {}) {
  const lines: string[] = [];
  const environment = { GEOIP_URL: `${address}/places`, BOT_LIST_URL: 'off', NETWORKS_URL: 'off', ...more };
  errors.mockImplementation((text) => lines.push(String(text)) > 0);
  const complete = await refresh(environment, dir, (line) => lines.push(line));
  return { complete, said: lines.join('\n') };
}
const serve = (body: Buffer | string, headers: Record<string, string> = {}) => {
  answer = (_request, response) => {
    response.writeHead(200, headers).end(body);
  };
};
const onlyBots = () => ({ GEOIP_URL: 'off', BOT_LIST_URL: `${address}/bots` });

beforeAll(async () => {
  server = createServer((request, response) => {
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  dir = mkdtempSync(join(scratch, 'lookup-'));
});
afterEach(() => errors.mockReset());
afterAll(() => {
  errors.mockRestore();
  server.closeAllConnections();
  server.close();
  rmSync(scratch, { recursive: true });
});

it.each([
  ['plain', places('2026-11-01')],
  ['gzip', gzipSync(places('2026-11-01'))],
])('fetches places that are served %s', async (_how, body) => {
  serve(body);
  const { complete, said } = await run();
  expect(said).toMatch(/places +replaced: made 2026-11-01; before: what is bundled/);
  expect(said).toMatch(/bots +off/);
  expect(complete).toBe(true);
  expect(readdirSync(dir).sort()).toEqual(['places.mmdb', 'places.mmdb.fetched.json']);
  expect(statSync(join(dir, 'places.mmdb')).mode & 0o777).toBe(0o644);
});

it('replaces the file only where it has changed, as the server knows it', async () => {
  let asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.headers['if-none-match']);
    if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"one"' }).end(places('2026-10-01'));
  };
  await run();
  const before = statSync(join(dir, 'places.mmdb'));
  expect((await run()).said).toMatch(/places +unchanged: made 2026-10-01/);
  expect(statSync(join(dir, 'places.mmdb')).ino).toBe(before.ino);
  expect(asked).toEqual([undefined, '"one"']);

  asked = [];
  // What is gone is fetched, whatever was known of it.
  rmSync(join(dir, 'places.mmdb'));
  expect((await run()).said).toMatch(/places +replaced: made 2026-10-01/);
  serve(places('2026-11-01'));
  expect((await run({ GEOIP_URL: `${address}/another` })).said).toMatch(
    /made 2026-11-01; before: made 2026-10-01/,
  );
  expect(asked).toEqual([undefined]);
});

it('asks for the file of this month', async () => {
  let path: string | undefined;
  answer = (request, response) => {
    path = request.url;
    response.writeHead(404).end();
  };
  const { complete, said } = await run({ GEOIP_URL: `${address}/city-%Y-%m.mmdb.gz` });
  expect(path).toBe(`/city-${new Date().toISOString().slice(0, 7)}.mmdb.gz`);
  expect(complete).toBe(false);
  expect(said).toContain('answers 404 for GEOIP_URL');
});

it.each<[string, RequestListener]>([
  ['an error', (_request, response) => response.writeHead(500).end()],
  ['a page', (_request, response) => response.end('<html>')],
  ['half of it', (_request, response) => response.end(places('2026-11-01').subarray(0, 60))],
  ['half of its gzip', (_request, response) => response.end(gzipSync(places('2026-11-01')).subarray(0, 60))],
  ['nothing', (_request, response) => response.end()],
  [
    'an answer that breaks off',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half');
      setImmediate(() => response.destroy());
    },
  ],
])('leaves the file as it was where it gets %s', async (_what, listener) => {
  serve(places('2026-10-01'));
  await run();
  const before = readFileSync(join(dir, 'places.mmdb'));
  answer = listener;
  const { complete, said } = await run({ GEOIP_URL: `${address}/another?key=secret` });
  expect(complete).toBe(false);
  expect(said).not.toContain('secret');
  expect(readFileSync(join(dir, 'places.mmdb'))).toEqual(before);
  expect(readdirSync(dir).sort()).toEqual(['places.mmdb', 'places.mmdb.fetched.json']);
});

it('says so where nobody answers, and goes on with the other', async () => {
  serve(bots('ExampleOne'));
  const { complete, said } = await run({
    GEOIP_URL: 'http://127.0.0.1:1/x',
    BOT_LIST_URL: `${address}/bots`,
  });
  expect(said).toContain("127.0.0.1:1 can't be reached");
  expect(said).toMatch(/bots +replaced: patterns beside the bundled ones: 1/);
  expect(complete).toBe(false);
});

it('follows a redirect within the address', async () => {
  answer = (request, response) => {
    if (request.url === '/places') response.writeHead(302, { location: '/newest' }).end();
    else response.end(places('2026-11-01'));
  };
  expect((await run()).said).toMatch(/places +replaced: made 2026-11-01/);
});

it.each([
  ['without https', 'http://127.0.0.2:PORT/', 'an address without https'],
  ['of this machine', 'https://127.0.0.2:PORT/', 'a private address'],
  ['of this machine, by name', 'https://localhost:PORT/', 'a private address'],
  ['of the cloud', 'https://[::ffff:169.254.169.254]/latest', 'a private address'],
  ['to itself', '/places', 'too often'],
])('follows no redirect to an address %s', async (_what, location, reason) => {
  let connections = 0;
  const inside = createServer().on('connection', () => (connections += 1));
  await once(inside.listen(0, '127.0.0.2'), 'listening');
  const { port } = inside.address() as AddressInfo;
  answer = (_request, response) =>
    response.writeHead(307, { location: location.replace('PORT', String(port)) }).end();
  const { complete, said } = await run();
  expect(said).toContain(`it redirects ${reason === 'too often' ? reason : `to ${reason}`}`);
  expect(complete).toBe(false);
  expect(connections).toBe(0);
  inside.close();
});

it.each(['nowhere', 'ftp://127.0.0.1/x', 'http://name:secret@127.0.0.1/x'])(
  'refuses the address %s',
  async (url) => {
    const { complete, said } = await run({ GEOIP_URL: url });
    expect(said).toContain('GEOIP_URL is no http or https address');
    expect(said).not.toContain('secret');
    expect(complete).toBe(false);
  },
);

it("leaves the owner's own file of places alone", async () => {
  expect((await run({ GEOIP_DB: '/some/places.mmdb' })).said).toMatch(/places +not fetched: GEOIP_DB/);
  expect(readdirSync(dir)).toEqual([]);
});

it('fetches bots, and refuses a list with one wrong entry', async () => {
  serve(bots('ExampleOne', 'ExampleTwo'));
  expect((await run(onlyBots())).said).toMatch(/bots +replaced: patterns beside the bundled ones: 2/);
  serve(bots('ExampleThree', 'Mozilla'));
  const { complete, said } = await run(onlyBots());
  expect(said).toContain('matches the browsers of people');
  expect(complete).toBe(false);
  expect(readFileSync(join(dir, 'bots.json'), 'utf8')).toContain('ExampleOne');
});

const networks = (...more: string[]) =>
  [
    '8.8.8.0,8.8.8.255,15169,Google LLC',
    '20.0.0.0,20.0.0.255,8075,Microsoft Corporation',
    '52.0.0.0,52.0.0.255,16509,"Amazon.com, Inc."',
    '84.80.0.0,84.80.255.255,33915,Vodafone Libertel B.V.',
    ...more,
  ].join('\n');

it('fetches networks of both families, and keeps of them what matters', async () => {
  const asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.url);
    response.end(
      request.url === '/ipv4.csv' ? networks('5.0.0.0,5.0.0.255,24940,Hetzner Online GmbH') : ipv6,
    );
  };
  const ipv6 = [
    '2001:4860::,2001:4861::,15169,Google LLC',
    '2603::,2604::,8075,Microsoft Corporation',
    '2600::,2601::,16509,Amazon',
  ].join('\n');
  const settings = { GEOIP_URL: 'off', NETWORKS_URL: `${address}/ipv%V.csv` };
  const { complete, said } = await run(settings);
  expect(said).toMatch(/networks of IPv4 +replaced: ranges .*: 4; before: what is bundled/);
  expect(said).toMatch(/networks of IPv6 +replaced: ranges .*: 3; before: what is bundled/);
  expect(complete).toBe(true);
  expect(asked).toEqual(['/ipv4.csv', '/ipv6.csv']);
  expect(readdirSync(dir).filter((name) => name.endsWith('.networks'))).toEqual([
    'ipv4.networks',
    'ipv6.networks',
  ]);
  expect(statSync(join(dir, 'ipv4.networks')).mode & 0o777).toBe(0o644);
});

it('leaves networks as they were where it gets a list of something else', async () => {
  const settings = { GEOIP_URL: 'off', NETWORKS_URL: `${address}/networks` };
  serve(networks());
  expect((await run(settings)).said).toMatch(/networks of IPv4 +replaced.*: 3/);
  const before = readFileSync(join(dir, 'ipv4.networks'));
  serve('5.0.0.0,5.0.0.255,NL');
  const { complete, said } = await run({ ...settings, NETWORKS_URL: `${address}/others` });
  expect(said).toContain('a line is no network of IPv4');
  expect(complete).toBe(false);
  expect(readFileSync(join(dir, 'ipv4.networks'))).toEqual(before);
  expect(readdirSync(dir).filter((name) => name.startsWith('.new'))).toEqual([]);
});

it('refuses a small gzip that becomes a large list', async () => {
  serve(gzipSync(' '.repeat(6_000_000)));
  expect((await run(onlyBots())).said).toContain('more than 5 MB');
});
