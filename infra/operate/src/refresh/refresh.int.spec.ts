import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { botListLimits, readBotListFile } from '@voordeur/worker';
import { makeDatabase } from '@voordeur/worker/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { fetchNewer } from './fetch-newer.js';

const scratch = mkdtempSync(join(tmpdir(), 'voordeur-refresh-'));
const dir = join(scratch, 'lookup');
let server: Server;
let address: string;
let answer: RequestListener;
let asked: [path: string | undefined, etag: string | undefined][];

const countries: [object, object] = [{ country_code: 'NL' }, { country_code: 'BE' }];
const places = () =>
  readFileSync(makeDatabase(join(scratch, 'any.mmdb'), 6, countries, new Date('2026-10-01')));
const bots = (...patterns: string[]) => JSON.stringify(patterns.map((pattern) => ({ pattern })));
const networks = [
  ...['8.8.8.0,8.8.8.255,15169,Google LLC', '20.0.0.0,20.0.0.255,8075,Microsoft Corporation'],
  '52.0.0.0,52.0.0.255,16509,"Amazon.com, Inc."',
].join('\n');
const networks6 = [
  ...['2001:4860::,2001:4861::,15169,Google LLC', '2603::,2604::,8075,Microsoft Corporation'],
  '2600::,2601::,16509,Amazon',
].join('\n');

/** All that `make refresh` prints, and how it ends. */
async function run(settings: Record<string, string>) {
  asked = [];
  const child = spawn(process.execPath, [join(root, 'infra/operate/dist/refresh/main.js')], {
    env: {
      ...{ PATH: process.env['PATH'], CHECKOUT: scratch, LOCAL_DIR: scratch },
      ...{ GEOIP_URL: 'off', BOT_LIST_URL: 'off', NETWORKS_URL: 'off', ...settings },
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

beforeAll(async () => {
  mkdirSync(dir);
  server = createServer((request, response) => {
    asked.push([request.url, request.headers['if-none-match']]);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(scratch, { recursive: true });
});

it('fetches all of them, plain or gzip, and again only what has changed', async () => {
  answer = (request, response) => {
    const [etag, body] = {
      [`/places-${new Date().toISOString().slice(0, 7)}`]: ['"one"', gzipSync(places())] as const,
      '/bots': ['"two"', bots('ExampleOne', 'ExampleTwo')] as const,
      '/ipv4': ['"three"', networks] as const,
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
  const { code, said } = await run(settings);
  expect(said).toMatch(/places +replaced: made 2026-10-01; before: what is bundled/);
  expect(said).toMatch(/bots +replaced: patterns besides the bundled ones: 2/);
  expect(said).toMatch(/networks of IPv4 +replaced: ranges .*: 3; before/);
  expect(said).toMatch(/networks of IPv6 +replaced: ranges .*: 3; before/);
  expect(code).toBe(0);
  const files = ['bots.json', 'ipv4.networks', 'ipv6.networks', 'places.mmdb'];
  expect(readdirSync(dir).sort()).toEqual(files.flatMap((file) => [file, `${file}.etag`]));
  for (const file of files) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o644);

  // One of the four files is gone, another is the owner's own, and one comes from nowhere.
  rmSync(join(dir, 'ipv6.networks'));
  const later = await run({ ...settings, GEOIP_DB: '/some/places.mmdb', BOT_LIST_URL: 'ftp:x' });
  expect(later.said).toMatch(/places +not fetched: GEOIP_DB/);
  expect(later.said).toContain('BOT_LIST_URL is no http or https address');
  expect(later.said).toMatch(/networks of IPv4 +unchanged: ranges .*: 3/);
  expect(later.said).toMatch(/networks of IPv6 +replaced/);
  expect(later.code).toBe(1);
  expect(asked.map(([, etag]) => etag)).toEqual(['"three"', undefined]);
});

it.each<[string, RequestListener, string]>([
  ['an error', (_request, response) => response.writeHead(500).end(), 'error: 500'],
  [
    'half a gzip',
    (_request, response) => response.end(gzipSync('half of it').subarray(0, 15)),
    "isn't whole",
  ],
  ['a wrong entry', (_request, response) => response.end(bots('Two', 'Mozilla')), 'browsers'],
  ['a small gzip of much', (_request, response) => response.end(gzipSync(' '.repeat(6e6))), 'larger than'],
  [
    'a redirect without https',
    (_request, response) => response.writeHead(307, { location: '/moved' }).end(),
    'not supported',
  ],
])('leaves the file as it was where it gets %s', async (_what, listener, reason) => {
  const file = join(dir, 'bots.json');
  const before = readFileSync(file);
  [answer, asked] = [listener, []];
  const fetching = fetchNewer({
    ...{ what: 'bots', setting: 'BOT_LIST_URL', url: `${address}/another?key=secret`, file },
    mostBytes: botListLimits.bytes,
    describe: async (list) => String((await readBotListFile(list)).length),
  });
  await expect(fetching).rejects.toThrow(/^127\.0\.0\.1:\d+ serves nothing for BOT_LIST_URL/);
  await expect(fetching).rejects.toThrow(reason);
  await expect(fetching).rejects.not.toThrow('secret');
  expect(asked).toEqual([['/another?key=secret', '"two"']]);
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(dir).filter((name) => /^bots|^\.new/.test(name))).toEqual([
    'bots.json',
    'bots.json.etag',
  ]);
});
