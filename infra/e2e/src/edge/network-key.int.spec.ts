import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressKeys } from '@voordeur/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({
    settings: { TRUSTED_PROXIES: '127.0.0.1' },
    // nginx writes bytes that are no text as \xHH.
    http: `log_format keys '$request_path key $network_key and $wide_network_key';
           access_log keys.log keys;`,
  });
});
afterAll(() => edge.close());

/** The two keys of an address as nginx has them, in words: `<ipv4>` or `<64 bits>::/64`, and `<48 bits>::/48` or none. */
async function keysOf(address: string): Promise<[string, string]> {
  const path = `/api/${encodeURIComponent(address)}`;
  await edge.ask(path, { headers: { 'X-Forwarded-For': address } });
  await edge.logged(path);
  return loggedKeys().get(path) ?? ['', ''];
}

/** The keys of each path requested so far. */
function loggedKeys(): Map<string, [string, string]> {
  const lines = readFileSync(join(edge.dir, 'keys.log'), 'latin1').split('\n');
  return new Map(
    lines.map((line) => {
      const [, path = '', key = '', wide = ''] = /^(\S+) key (.*) and (.*)$/.exec(line) ?? [];
      return [path, [inWords(bytesOf(key)), inWords(bytesOf(wide))]];
    }),
  );
}

const bytesOf = (written: string) =>
  Buffer.from(
    written.replace(/\\x([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16))),
    'latin1',
  );

function inWords(key: Buffer): string {
  if (key.length === 0) return '';
  if (key.length === 4) return [...key].join('.');
  const groups = Array.from({ length: key.length / 2 }, (_, index) =>
    key.readUInt16BE(2 * index).toString(16),
  );
  return `${groups.join(':')}::/${8 * key.length}`;
}

describe('keys that limits count an address by', () => {
  /** The address's key and, where it has one, its network's. */
  const keys = {
    '198.51.100.7': ['198.51.100.7', ''],
    // Bytes that are a quote, a line end, a NUL and a space.
    '34.10.0.32': ['34.10.0.32', ''],
    '::ffff:198.51.100.7': ['198.51.100.7', ''],
    '::ffff:10.10.10.10': ['10.10.10.10', ''],
    '64:ff9b::198.51.100.7': ['198.51.100.7', ''],
    '64:ff9b:1::c633:6407': ['64:ff9b:1:0::/64', '64:ff9b:1::/48'],
    '2001:db8:1:2:3:4:5:6': ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    '2001:db8:1:2:ffff:ffff:ffff:ffff': ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    '2001:db8:1:3::': ['2001:db8:1:3::/64', '2001:db8:1::/48'],
    '2001:a0a:a0a:a0a:a0a:a0a:a0a:a0a': ['2001:a0a:a0a:a0a::/64', '2001:a0a:a0a::/48'],
    '2001:db8::ffff:198.51.100.7': ['2001:db8:0:0::/64', '2001:db8:0::/48'],
    '::1': ['0:0:0:0::/64', '0:0:0::/48'],
  };
  it.each(Object.entries(keys))('%s: %s', async (address, expected) => {
    expect(await keysOf(address)).toEqual(expected);
  });
});

it('makes the same keys as the api, of 2,000 addresses', async () => {
  const addresses = Array.from({ length: 2_000 }, (_, index) => randomAddress(index));
  for (let start = 0; start < addresses.length; start += 100) {
    await Promise.all(
      addresses
        .slice(start, start + 100)
        .map((address, index) =>
          edge.ask(`/api/random-${start + index}`, { headers: { 'X-Forwarded-For': address } }),
        ),
    );
  }
  await edge.logged('/api/random-1999');
  await expect.poll(() => loggedKeys().size).toBeGreaterThan(2_000);
  const keys = loggedKeys();
  for (const [index, address] of addresses.entries()) {
    const [narrow, wide] = addressKeys(address);
    expect(keys.get(`/api/random-${index}`), address).toEqual([narrow?.key, wide?.key ?? '']);
  }
});

/** IPv4, the same mapped and translated, and IPv6 with runs of zeros and of bytes that a pattern might trip over. */
function randomAddress(index: number): string {
  const byte = (of: number) => createHash('sha256').update(`${index} ${of}`).digest().readUInt8();
  const ipv4 = [0, 1, 2, 3].map(byte).join('.');
  const group = (of: number) => {
    const values = [0, 0x0a0a, 0x0d0a, 0x2a5c, 0xffff, byte(of) * 256 + byte(of + 8)];
    return (values[byte(of + 16) % values.length] ?? 0).toString(16);
  };
  const ipv6 = [0, 1, 2, 3, 4, 5, 6, 7].map((of) => group(of)).join(':');
  return (
    [ipv4, `::ffff:${ipv4}`, `64:ff9b::${ipv4}`, ipv6, `2001:db8:${ipv6.split(':').slice(2).join(':')}`][
      index % 5
    ] ?? ''
  );
}

describe('another address of the same network', () => {
  /** Sends `count` posts at once, of which about `limit` are let through, and more while they are sent. */
  async function flood(count: number, limit: number, address: (index: number) => string): Promise<void> {
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        edge.ask('/api/unsubscribe', { method: 'POST', headers: { 'X-Forwarded-For': address(index) } }),
      ),
    );
    const minutes = (performance.now() - startedAt) / 60_000;
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(passed).toBeGreaterThan(limit);
    expect(passed).toBeLessThan(limit * (1 + minutes) + 30);
  }

  it('does not get round a limit within its /64, and gets ten times as far within its /48', async () => {
    await flood(100, 30, (index) => `2001:db8:1:1::${(index + 1).toString(16)}`);
    await flood(500, 300, (index) => `2001:db8:2:${index.toString(16)}::1`);
    await flood(1, 0, () => '2001:db8:3::1');
  });

  it('nor written as IPv6', async () => {
    await flood(60, 30, (index) => (index % 2 ? '::ffff:198.51.100.9' : '198.51.100.9'));
  });
});
