import {
  numberColumns,
  type NumberColumn,
  type Numbers,
  type SessionColumns,
  type ValueColumn,
} from './session-columns.js';

/** The header of `sessions_by_day`; the numbers follow, the widest first, so that each list is aligned. */
interface Header {
  values: Record<ValueColumn, string[]>;
  lists: [name: NumberColumn, bytesPerNumber: number, length: number][];
}

/** Before the header: how long it is. */
const lengthBytes = 4;
const alignment = 4;
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/**
 * As one text: base64, because node-postgres reads every value as text. Numbers are little-endian, as every processor that
 * Node runs on here has them.
 */
export function packColumns({ numbers, values }: SessionColumns): string {
  const lists = numberColumns
    .map((name) => ({ name, list: numbers[name] }))
    .sort((a, b) => b.list.BYTES_PER_ELEMENT - a.list.BYTES_PER_ELEMENT);
  const header: Header = {
    values,
    lists: lists.map(({ name, list }) => [name, list.BYTES_PER_ELEMENT, list.length]),
  };
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(head.length);
  const gap = Buffer.alloc(aligned(lengthBytes + head.length) - lengthBytes - head.length);
  const bytes = lists.map(({ list }) => Buffer.from(list.buffer, list.byteOffset, list.byteLength));
  return Buffer.concat([length, head, gap, ...bytes]).toString('base64');
}

export function unpackColumns(packed: string): SessionColumns {
  const decoded = Buffer.from(packed, 'base64');
  // A short text's buffer is part of a larger one, where the lists needn't be aligned.
  const { buffer, byteOffset } = decoded.byteOffset % alignment === 0 ? decoded : Uint8Array.from(decoded);
  const headLength = decoded.readUInt32LE(0);
  const header = JSON.parse(decoded.toString('utf8', lengthBytes, lengthBytes + headLength)) as Header;
  let start = byteOffset + aligned(lengthBytes + headLength);
  const numbers = {} as Record<NumberColumn, Numbers>;
  for (const [name, bytesPerNumber, length] of header.lists) {
    const List = listOf[bytesPerNumber] ?? Uint32Array;
    numbers[name] = new List(buffer, start, length);
    start += bytesPerNumber * length;
  }
  return { numbers, values: header.values };
}

const listOf: Record<number, typeof Uint8Array | typeof Uint16Array | typeof Uint32Array> = {
  1: Uint8Array,
  2: Uint16Array,
  4: Uint32Array,
};
