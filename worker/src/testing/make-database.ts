import { writeFileSync } from 'node:fs';

/**
 * The smallest mmdb (MaxMind DB file format 2.0): one node, whose two sides are the addresses that start with bit 0 and
 * with bit 1. IPv4 in a tree of IPv6 is under ::/96, so on the first side. Writes it, and returns the file's name.
 */
export function makeDatabase(
  file: string,
  ipVersion: 4 | 6,
  [left, right]: [object, object],
  builtAt = new Date(1_000),
): string {
  const [first, second] = [encode(left), encode(right)];
  const pointerTo = (offset: number) => {
    const record = Buffer.alloc(3);
    record.writeUIntBE(1 + 16 + offset, 0, 3); // nodes + separator + offset
    return record;
  };
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: builtAt.getTime() / 1_000,
    database_type: 'Test-City',
    description: {},
    ip_version: ipVersion,
    languages: {},
    node_count: 1,
    record_size: 24,
  };
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  const tree = Buffer.concat([pointerTo(0), pointerTo(first.length)]);
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), first, second, marker, encode(metadata)]));
  return file;
}

/** Strings, numbers under 2^32 and maps of fewer than 29 entries: enough for these records. */
function encode(value: unknown): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    const size = bytes.length < 29 ? [(2 << 5) | bytes.length] : [(2 << 5) | 29, bytes.length - 29];
    return Buffer.concat([Buffer.from(size), bytes]);
  }
  if (typeof value === 'number') {
    const number = Buffer.from([(6 << 5) | 4, 0, 0, 0, 0]);
    number.writeUInt32BE(value, 1);
    return number;
  }
  const entries = Object.entries(value as object);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, entry]) => [encode(key), encode(entry)]),
  ]);
}
