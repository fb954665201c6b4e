import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Door, openDoor } from './start-nginx.js';

let door: Door;
beforeAll(async () => {
  door = await openDoor({
    settings: { TRUSTED_PROXIES: '127.0.0.1' },
    // nginx writes bytes that are no text as \xHH.
    http: `log_format keys '$request_path key $network_key and $wide_network_key';
           access_log keys.log keys;`,
  });
});
afterAll(() => door.close());

/** The two keys of an address as nginx has them, in words: `<ipv4>` or `<64 bits>::/64`, and `<48 bits>::/48` or none. */
async function keysOf(address: string): Promise<[string, string]> {
  const path = `/api/${encodeURIComponent(address)}`;
  await door.ask(path, { headers: { 'X-Forwarded-For': address } });
  await door.logged(path);
  const line = readFileSync(join(door.dir, 'keys.log'), 'latin1')
    .split('\n')
    .find((written) => written.startsWith(`${path} key `));
  const [, key = '', wide = ''] = /^\S+ key (.*) and (.*)$/.exec(line ?? '') ?? [];
  return [inWords(bytesOf(key)), inWords(bytesOf(wide))];
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

describe('what limits count an address by', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7', ''],
    // Bytes that are a quote, a line end, a NUL and a space.
    ['34.10.0.32', '34.10.0.32', ''],
    ['::ffff:198.51.100.7', '198.51.100.7', ''],
    ['::ffff:10.10.10.10', '10.10.10.10', ''],
    ['64:ff9b::198.51.100.7', '198.51.100.7', ''],
    ['64:ff9b:1::c633:6407', '64:ff9b:1:0::/64', '64:ff9b:1::/48'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64', '2001:db8:1::/48'],
    ['2001:a0a:a0a:a0a:a0a:a0a:a0a:a0a', '2001:a0a:a0a:a0a::/64', '2001:a0a:a0a::/48'],
    ['2001:db8::ffff:198.51.100.7', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ])('%s: %s %s', async (address, key, wide) => {
    expect(await keysOf(address)).toEqual([key, wide]);
  });
});

describe('another address of the same network', () => {
  /** How many of `count` posts at once are let through. */
  async function flood(count: number, address: (index: number) => string): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        door.ask('/api/unsubscribe', { method: 'POST', headers: { 'X-Forwarded-For': address(index) } }),
      ),
    );
    return answers.filter(({ status }) => status === 200).length;
  }
  const aFew = (about: number) => expect.toSatisfy((n: number) => n > about && n < about + 30) as unknown;

  it('does not get round a limit within its /64, and gets ten times as far within its /48', async () => {
    expect(await flood(100, (index) => `2001:db8:1:1::${(index + 1).toString(16)}`)).toEqual(aFew(30));
    expect(await flood(500, (index) => `2001:db8:2:${index.toString(16)}::1`)).toEqual(aFew(300));
    expect(await flood(1, () => '2001:db8:3::1')).toBe(1);
  });

  it('nor written as IPv6', async () => {
    expect(await flood(60, (index) => (index % 2 ? '::ffff:198.51.100.9' : '198.51.100.9'))).toEqual(
      aFew(30),
    );
  });
});
