import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const pageBytes = 1_024;

const closeWithBuffer = new FinalizationRegistry<number>(closeSync);

/**
 * A file as a Buffer that mmdb-lib reads a database from. Bytes are read on demand, and at most `cacheBytes` of them
 * are kept: the kernel caches hot pages anyway, until a program needs that memory. Implements only the methods mmdb-lib
 * calls, and takes five times as long as a Buffer in memory. A replaced file stays open with its old content; an
 * overwritten one doesn't. Throws if the file isn't there; each read throws past the file's end.
 */
export function openPagedFile(path: string, cacheBytes: number): Buffer {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const slots = Math.ceil(Math.min(size, cacheBytes) / pageBytes);
  /** Each page has one slot that it may be in. The kernel gives memory to a slot when it is first used. */
  const cache = Buffer.alloc(slots * pageBytes);
  const pageOf = new Int32Array(slots).fill(-1);

  /** Where in the cache this byte of the file is. */
  function load(offset: number): number {
    const page = Math.floor(offset / pageBytes);
    const slot = page % slots;
    if (pageOf[slot] !== page) {
      pageOf[slot] = -1;
      const length = Math.min(pageBytes, size - page * pageBytes);
      if (readSync(file, cache, slot * pageBytes, length, page * pageBytes) < length)
        throw new RangeError(`${path} has become shorter`);
      pageOf[slot] = page;
    }
    return slot * pageBytes + (offset % pageBytes);
  }

  function bytesAt(offset: number, length: number): Buffer {
    if (!(offset >= 0 && length >= 0 && offset + length <= size))
      throw new RangeError(`past the end of ${path}`);
    const bytes = Buffer.allocUnsafe(length);
    for (let copied = 0; copied < length;) {
      const inPage = pageBytes - ((offset + copied) % pageBytes);
      const start = load(offset + copied);
      copied += cache.copy(bytes, copied, start, start + Math.min(inPage, length - copied));
    }
    return bytes;
  }

  // The two that a lookup makes dozens of.
  const byteAt = (offset: number) => (offset < size ? cache[load(offset)] : undefined);
  const readUIntBE = (offset: number, length: number) =>
    (offset % pageBytes) + length <= pageBytes && offset + length <= size
      ? cache.readUIntBE(load(offset), length)
      : bytesAt(offset, length).readUIntBE(0, length);

  const properties: Record<string, unknown> = {
    length: size,
    readDoubleBE: (offset: number) => bytesAt(offset, 8).readDoubleBE(),
    readFloatBE: (offset: number) => bytesAt(offset, 4).readFloatBE(),
    readInt32BE: (offset: number) => bytesAt(offset, 4).readInt32BE(),
    readUInt8: byteAt,
    readUInt16BE: (offset: number) => readUIntBE(offset, 2),
    readUInt32BE: (offset: number) => readUIntBE(offset, 4),
    readUIntBE,
    slice: (start: number, end: number) => bytesAt(start, end - start),
    subarray: (start: number, end: number) => bytesAt(start, end - start),
    toString: (encoding: BufferEncoding, start: number, end: number) =>
      bytesAt(start, end - start).toString(encoding),
  };
  // mmdb-lib takes nothing but a Buffer, and asks for single bytes by their index.
  const buffer = new Proxy(Object.create(Buffer.prototype as object) as Buffer, {
    get: (_target, name) =>
      typeof name === 'symbol' ? undefined : (properties[name] ?? byteAt(Number(name))),
  });
  closeWithBuffer.register(buffer, file);
  return buffer;
}
