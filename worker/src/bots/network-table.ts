import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** The network an address is in. */
export interface Network {
  operator: string;
  /** Whether machines there are for rent. */
  isHosting: boolean;
}

/** A range of addresses, first to last: whole ones of IPv4, the first 64 bits of IPv6, which nobody splits further. */
export interface NetworkRange {
  first: bigint;
  last: bigint;
  operator: number;
}

/** Sorted ranges of one family that don't overlap. */
export interface NetworkTable {
  family: 4 | 6;
  size: number;
  /** Takes the address as `NetworkRange` has it. */
  find: (address: bigint | number) => Network | null;
}

/*
 * The file: a head of 16 bytes (mark, family, number of operators' bytes, number of ranges, CRC-32 of the rest), the
 * operators as JSON, filled up to eight bytes, then all first addresses, all last ones, and a byte each for the
 * operator. Columns, so that the search touches only the compared values; little-endian, as every machine is that we
 * run on.
 */
const mark = 0x56_4e;
const headBytes = 16;

/** Throws where the ranges overlap or aren't sorted. */
export function writeNetworkTable(family: 4 | 6, operators: Network[], ranges: NetworkRange[]): Buffer {
  const width = family === 4 ? 4 : 8;
  const json = JSON.stringify(operators);
  const names = Buffer.from(json.padEnd(Math.ceil((Buffer.byteLength(json) + 8) / 8) * 8));
  const columns = Buffer.alloc(ranges.length * (2 * width + 1));
  const write = (value: bigint, offset: number) =>
    family === 4 ? columns.writeUInt32LE(Number(value), offset) : columns.writeBigUInt64LE(value, offset);
  for (const [index, { first, last, operator }] of ranges.entries()) {
    const before = ranges[index - 1];
    if (last < first || (before && before.last >= first)) throw new Error('ranges overlap or are not sorted');
    write(first, index * width);
    write(last, (ranges.length + index) * width);
    columns[2 * ranges.length * width + index] = operator;
  }
  const body = Buffer.concat([names, columns]);
  const head = Buffer.alloc(headBytes);
  head.writeUInt16LE(mark, 0);
  head.writeUInt16LE(family, 2);
  head.writeUInt32LE(names.length, 4);
  head.writeUInt32LE(ranges.length, 8);
  head.writeUInt32LE(crc32(body), 12);
  return Buffer.concat([head, body]);
}

/**
 * Reads such a file whole: a megabyte outside V8's heap. Throws where it is missing, of another family, cut or
 * overwritten.
 */
export async function openNetworkTable(file: string, family: 4 | 6): Promise<NetworkTable> {
  const bytes = await readFile(file);
  if (bytes.length < headBytes || bytes.readUInt16LE(0) !== mark)
    throw new Error(`${file} is no table of networks`);
  const isOfFamily = bytes.readUInt16LE(2) === family;
  const [nameBytes, size] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const width = family === 4 ? 4 : 8;
  if (!isOfFamily) throw new Error(`${file} is not a table of networks of IPv${family}`);
  const body = bytes.subarray(headBytes);
  if (body.length !== nameBytes + size * (2 * width + 1) || crc32(body) !== bytes.readUInt32LE(12))
    throw new Error(`${file} is damaged`);
  const operators = JSON.parse(body.toString('utf8', 0, nameBytes)) as Network[];
  // A copy starts at a multiple of eight, which arrays of numbers need.
  const columns = new Uint8Array(body.subarray(nameBytes)).buffer;
  const Column = family === 4 ? Uint32Array : BigUint64Array;
  const firsts = new Column(columns, 0, size);
  const lasts = new Column(columns, size * width, size);
  const owners = new Uint8Array(columns, 2 * size * width, size);

  const find = (address: bigint | number): Network | null => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((firsts[middle] ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const last = lasts[low - 1];
    if (last === undefined || last < address) return null;
    return operators[owners[low - 1] ?? 0] ?? null;
  };
  return { family, size, find };
}
