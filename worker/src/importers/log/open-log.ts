import { fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BadFile } from '../read-csv.js';

export interface OpenLog {
  /** As it was given; `-` is "standard input". */
  name: string;
  /** On disk; null for a pipe, whose size is unknown. */
  sizeBytes: number | null;
  /** Bytes read of `sizeBytes`, that is before unpacking. */
  readBytes: () => number;
  /**
   * Its content, unpacked if its first bytes are those of gzip. Throws if reading fails, and for anything but text a
   * `BadFile` with the command to type.
   */
  bytes: AsyncIterable<Buffer>;
  /** Stops reading: `bytes` then throws. */
  stop: () => void;
}

interface LogName {
  name: string;
  /** Make's, that reads such a file. */
  target: string;
}

/** Opens a log file, or standard input for `-`. Throws a sentence that names the file. */
export async function openLog(file: string, target = 'import-log'): Promise<OpenLog> {
  if (file === '-') return read({ name: 'standard input', target }, process.stdin, sizeOf(fstatSync(0)));
  try {
    const handle = await open(file);
    const stat = await handle.stat();
    if (stat.isDirectory()) throw new Error('it is a directory');
    return read({ name: file, target }, handle.createReadStream(), sizeOf(stat));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

function read(log: LogName, raw: Readable, sizeBytes: number | null): OpenLog {
  let readBytes = 0;
  async function* counted() {
    for await (const bytes of raw as AsyncIterable<Buffer>) {
      readBytes += bytes.length;
      yield bytes;
    }
  }
  return {
    name: log.name,
    sizeBytes,
    readBytes: () => readBytes,
    bytes: unpacked(log, counted()),
    stop: () => raw.destroy(new Error('stopped')),
  };
}

/** How other packings begin, and the command that unpacks them. */
const packings: [name: string, isOne: (start: Buffer) => boolean, command: string][] = [
  ['packed with zstd', startsWith('28b52ffd'), 'zstd -dc'],
  ['packed with bzip2', startsWith('425a68'), 'bzip2 -dc'],
  ['packed with xz', startsWith('fd377a585a00'), 'xz -dc'],
  ['a zip', startsWith('504b0304'), 'unzip -p'],
  ['packed with gzip twice', startsWith('1f8b'), 'zcat'],
  ['in UTF-16', (start) => /^(?:fffe|feff)/.test(start.toString('hex', 0, 2)), 'iconv -f UTF-16 -t UTF-8'],
];
const isTar = (start: Buffer) => start.toString('latin1', 257, 262) === 'ustar';
/** As far as the mark of a tar. */
const longestStart = 262;

function startsWith(hex: string): (start: Buffer) => boolean {
  return (start) => start.toString('hex', 0, hex.length / 2) === hex;
}

async function* unpacked({ name, target }: LogName, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const refusePacked = (start: Buffer, tar: string) => {
    const [packing, , command] = isTar(start)
      ? ['a tar', isTar, tar]
      : (packings.find(([, isOne]) => isOne(start)) ?? []);
    if (command !== undefined)
      throw new BadFile(`${name} is ${packing}. Type: ${command} FILE | make ${target} FILE=/dev/stdin`);
  };
  const { start, whole } = await peek(source);
  if (!startsWith('1f8b')(start)) {
    refusePacked(start, 'tar -xOf');
    yield* whole;
    return;
  }
  const gunzip = createGunzip(); // reads one member after the other, as `cat a.gz b.gz` makes them
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => undefined); // a failure destroys gunzip: thrown below
  const inside = await peek(gunzip as AsyncIterable<Buffer>);
  refusePacked(inside.start, 'tar -xzOf');
  yield* inside.whole;
}

/** The first bytes, and all of them. Errors while these are read are thrown by `whole`. */
async function peek(source: AsyncIterable<Buffer>) {
  const bytes = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let failure: { error: unknown } | undefined;
  try {
    for (let size = 0; size < longestStart; size += parts.at(-1)?.length ?? 0) {
      const next = await bytes.next();
      if (next.done) break;
      parts.push(next.value);
    }
  } catch (error) {
    failure = { error };
  }
  async function* whole() {
    yield* parts;
    if (failure) throw failure.error;
    yield* { [Symbol.asyncIterator]: () => bytes };
  }
  return { start: Buffer.concat(parts), whole: whole() };
}

function sizeOf(stat: { isFile(): boolean; size: number }): number | null {
  return stat.isFile() ? stat.size : null;
}

const reasons = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission denied'],
]);

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons.get(code) ?? message;
}
