import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Advice } from '../local/advice.js';

const wholeWithinMs = 15 * 60_000;

export interface Source {
  /** The setting that names the address. */
  setting: string;
  /** `%Y` and `%m` become the year and the month. It may hold a key, so only its host is ever printed. */
  url: string;
  /** What is replaced. */
  file: string;
  /** Of what the address serves, and of what it becomes. */
  mostBytes: number;
  /** Says in words what a file holds. Throws where it can't be used. */
  describe: (file: string) => Promise<string>;
}

/** What the address said of the file that is in place; without it the next fetch is unconditional. */
interface Fetched {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/**
 * Puts what the address serves, plain or gzip, in the file's place in one moment, after `describe` has read it. Resolves
 * to false where it's unchanged. Throws `Advice` where it can't be had or used; the file is then as it was.
 */
export async function fetchNewer(
  { setting, url, file, mostBytes, describe }: Source,
  now = new Date(),
): Promise<boolean> {
  const address = addressOf(setting, url, now);
  const answer = await ask(address, conditionsOf(file, address.href));
  if (answer.status === 304) return false;
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new Advice(
      `${address.host} answers ${answer.status} for ${setting}.`,
      answer.status === 404
        ? 'correct it in .env; a file of this month may not be out yet.'
        : 'try again later.',
    );
  }
  mkdirSync(dirname(file), { recursive: true });
  // Beside it, for a rename within one file system; each run has its own.
  const folder = mkdtempSync(join(dirname(file), '.new-'));
  try {
    const served = join(folder, 'served');
    await pipeline(Readable.fromWeb(answer.body), atMost(mostBytes), createWriteStream(served));
    const whole = await unzip(served, join(folder, 'whole'), mostBytes);
    await describe(whole);
    await flush(whole);
    await rename(whole, file);
  } catch (error) {
    throw new Advice(
      `What ${address.host} serves for ${setting} can't be used: ${reasonOf(error)}.`,
      'the file before stays in use; try again later.',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { headers } = answer;
  const fetched: Fetched = {
    url: address.href,
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
  };
  await writeFile(noteOf(file), JSON.stringify(fetched), { mode: 0o600 });
  return true;
}

function addressOf(setting: string, url: string, now: Date): URL {
  const [year = '', month = ''] = now.toISOString().split('-');
  const filled = url.replaceAll('%Y', year).replaceAll('%m', month);
  const address = URL.canParse(filled) ? new URL(filled) : undefined;
  if (address && /^https?:$/.test(address.protocol) && address.username === '') return address;
  throw new Advice(`${setting} is no http or https address without a login.`, 'correct it in .env.');
}

const noteOf = (file: string) => `${file}.fetched.json`;

function conditionsOf(file: string, url: string): Record<string, string> {
  if (!existsSync(file) || !existsSync(noteOf(file))) return {};
  const before = JSON.parse(readFileSync(noteOf(file), 'utf8')) as Fetched;
  if (before.url !== url) return {};
  return {
    ...(before.etag !== null && { 'if-none-match': before.etag }),
    ...(before.lastModified !== null && { 'if-modified-since': before.lastModified }),
  };
}

async function ask(address: URL, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(address, { headers, signal: AbortSignal.timeout(wholeWithinMs) });
  } catch (error) {
    throw new Advice(`${address.host} can't be reached: ${reasonOf(error)}.`, 'try again when it can.');
  }
}

function atMost(bytes: number): Transform {
  let read = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      read += part.length;
      done(read > bytes ? new Error(`it has more than ${bytes / 1e6} MB`) : null, part);
    },
  });
}

/** What is gzip without being served as such. Resolves to the name of the file that holds it plain. */
async function unzip(from: string, to: string, mostBytes: number): Promise<string> {
  const isGzip = await withFile(from, async (handle) => {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(2) });
    return buffer.readUInt16BE(0) === 0x1f8b;
  });
  if (!isGzip) return from;
  await pipeline(createReadStream(from), createGunzip(), atMost(mostBytes), createWriteStream(to));
  return to;
}

/** After a power cut the name must not stand for half of it. The workers of containers are another user. */
const flush = (file: string) =>
  withFile(file, async (handle) => {
    await handle.chmod(0o644);
    await handle.sync();
  });

async function withFile<Result>(
  file: string,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** The innermost reason: fetch wraps its own, whose message may hold the address. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof Error ? cause : error;
  return inner instanceof Error ? inner.message.replace(/\.$/, '') : String(inner);
}
