import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlaces, readPlace, type Places } from './geoip.js';

const folder = mkdtempSync(join(tmpdir(), 'voordeur-geoip-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('bundled databases', () => {
  let places: Places;
  beforeAll(async () => {
    places = await openPlaces({});
  });

  it.each([
    ['8.8.8.8', 'US'],
    ['193.0.6.139', 'NL'],
    ['2001:67c:2e8:22::c100:68b', 'NL'],
    ['2001:240::1', 'JP'],
    ['2001:268::1', 'JP'],
    ['2001:44b8::1', 'AU'],
  ])('%s is in %s', (address, country) => {
    expect(places.locate(address).country).toBe(country);
  });

  it('knows cities of IPv4, without their note', () => {
    expect(places.locate('193.0.6.139').city).toBe('Amsterdam');
  });

  it.each([
    '::ffff:193.0.6.139',
    '::FFFF:193.0.6.139',
    '::ffff:c100:68b',
    '0:0:0:0:0:ffff:c100:068b',
    '64:ff9b::193.0.6.139',
    '2002:c100:68b::1',
  ])('unwraps %s', (address) => {
    expect(places.locate(address)).toEqual(places.locate('193.0.6.139'));
  });

  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '127.0.0.1',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '2002:a00:1::1',
  ])('%s is nowhere', (address) => {
    expect(places.locate(address)).toEqual({ country: 'ZZ', city: null });
  });

  it.each([
    '',
    '-',
    'Unknown',
    'localhost',
    '1',
    '0x7f.1',
    '010.8.8.8',
    '8.8.8',
    '8.8.8.8.8',
    '256.1.1.1',
    '8.8.8.8:443',
    ' 8.8.8.8',
    '[2001:240::1]',
    ':::',
    '1::2::3',
    '::ffff:999.1.1.1',
    'a'.repeat(10_000),
    '\u0000',
  ])('%j is no address', (address) => {
    expect(places.locate(address)).toEqual({ country: 'ZZ', city: null });
  });
});

describe('a database of the owner', () => {
  const nested = { country: { iso_code: 'NL' }, city: { names: { en: 'Delft', nl: 'Delft' } } };
  const flat = { country_code: 'BE', city: 'Gent (Ledeberg)' };

  it('stands in for both families where it has both', async () => {
    const places = await openPlaces({ cityDatabase: makeDatabase('both', 6, [nested, flat]) });
    expect(places.locate('8.8.8.8')).toEqual({ country: 'NL', city: 'Delft' });
    expect(places.locate('2001:240::1')).toEqual({ country: 'NL', city: 'Delft' });
    expect(places.locate('10.0.0.1')).toEqual({ country: 'ZZ', city: null });
  });

  it('leaves IPv6 to the bundled one where it has IPv4 only', async () => {
    const places = await openPlaces({ cityDatabase: makeDatabase('ipv4', 4, [nested, flat]) });
    expect(places.locate('8.8.8.8')).toEqual({ country: 'NL', city: 'Delft' });
    expect(places.locate('193.0.6.139')).toEqual({ country: 'BE', city: 'Gent' });
    expect(places.locate('2001:240::1')).toEqual({ country: 'JP', city: null });
  });

  it('is named when it is missing or no database', async () => {
    const text = join(folder, 'text.mmdb');
    writeFileSync(text, 'no database');
    await expect(openPlaces({ cityDatabase: text })).rejects.toThrow(text);
    await expect(openPlaces({ cityDatabase: '/nowhere.mmdb' })).rejects.toThrow('/nowhere.mmdb');
  });
});

describe('a record', () => {
  it.each([
    [{ country_code: 'NL', city: 'Amsterdam (Centrum)' }, 'NL', 'Amsterdam'],
    [{ country_code: 'NL', city: '' }, 'NL', null],
    [{ country_code: 'NL' }, 'NL', null],
    [{ country: { iso_code: 'DE' }, city: { names: { de: 'Köln', en: 'Cologne' } } }, 'DE', 'Cologne'],
    [{ country: { iso_code: 'DE' }, city: { names: { de: 'Köln' } } }, 'DE', null],
    [{ registered_country: { iso_code: 'FR' } }, 'FR', null],
    [{ country_code: '' }, 'ZZ', null],
    [{ country_code: 'EUR', city: 'Nowhere' }, 'ZZ', null],
    [{}, 'ZZ', null],
    [null, 'ZZ', null],
  ])('%j', (record, country, city) => {
    expect(readPlace(record)).toEqual({ country, city });
  });
});

/**
 * The smallest mmdb (MaxMind DB file format 2.0): one node, whose two sides are the addresses that start with bit 0
 * and with bit 1. IPv4 in a tree of IPv6 stands under ::/96, so on the first side.
 */
function makeDatabase(name: string, ipVersion: 4 | 6, [left, right]: [object, object]): string {
  const [first, second] = [encode(left), encode(right)];
  const pointerTo = (offset: number) => {
    const record = Buffer.alloc(3);
    record.writeUIntBE(1 + 16 + offset, 0, 3); // nodes + separator + offset
    return record;
  };
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
    description: {},
    ip_version: ipVersion,
    languages: {},
    node_count: 1,
    record_size: 24,
  };
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  const file = join(folder, `${name}.mmdb`);
  const tree = Buffer.concat([pointerTo(0), pointerTo(first.length)]);
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), first, second, marker, encode(metadata)]));
  return file;
}

/** Strings, numbers under 65,536 and maps of fewer than 29 entries: what these records need. */
function encode(value: unknown): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    const size = bytes.length < 29 ? [(2 << 5) | bytes.length] : [(2 << 5) | 29, bytes.length - 29];
    return Buffer.concat([Buffer.from(size), bytes]);
  }
  if (typeof value === 'number') return Buffer.from([(5 << 5) | 2, value >> 8, value & 0xff]);
  const entries = Object.entries(value as object);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, entry]) => [encode(key), encode(entry)]),
  ]);
}
