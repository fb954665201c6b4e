import { fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface OpenLog {
  /** As it was given; `-` is "standard input". */
  name: string;
  /** On disk; null for a pipe, whose size is unknown. */
  sizeBytes: number | null;
  /** Of `sizeBytes`, that is before unpacking. */
  readBytes: () => number;
  /** Its content, unpacked if its first bytes are those of gzip. Throws if reading fails. */
  bytes: AsyncIterable<Buffer>;
  /** Stops reading: `bytes` then throws. */
  stop: () => void;
}

/** Opens a log file, or standard input for `-`. Throws a sentence that names the file. */
export async function openLog(file: string): Promise<OpenLog> {
  if (file === '-') return read('standard input', process.stdin, sizeOf(fstatSync(0)));
  try {
    const handle = await open(file);
    const stat = await handle.stat();
    if (stat.isDirectory()) throw new Error('it is a directory');
    return read(file, handle.createReadStream(), sizeOf(stat));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

function read(name: string, raw: Readable, sizeBytes: number | null): OpenLog {
  let readBytes = 0;
  async function* counted() {
    for await (const bytes of raw as AsyncIterable<Buffer>) {
      readBytes += bytes.length;
      yield bytes;
    }
  }
  return {
    name,
    sizeBytes,
    readBytes: () => readBytes,
    bytes: unpacked(counted()),
    stop: () => raw.destroy(new Error('stopped')),
  };
}

async function* unpacked(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const next = await source.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* whole() {
    yield start;
    yield* source;
  }
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  if (!isGzip) {
    yield* whole();
    return;
  }
  const gunzip = createGunzip(); // reads one member after the other, as `cat a.gz b.gz` makes them
  pipeline(Readable.from(whole(), { objectMode: false }), gunzip, () => undefined); // a failure destroys gunzip: thrown below
  yield* gunzip as AsyncIterable<Buffer>;
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
