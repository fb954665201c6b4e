import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  AddressNotAllowed,
  answerWith,
  checkedAddresses,
  isPublicAddress,
  systemLookup,
} from '@voordeur/worker';
import { Advice } from '../local/advice.js';

const wholeWithinMs = 15 * 60_000;
const mostRedirects = 5;

export interface Source {
  /** The setting that names the address. */
  setting: string;
  /** `%Y` and `%m` become the year and the month. It may hold a key, so only its host is ever printed. */
  url: string;
  /** What is replaced. */
  file: string;
  /** Of what the address serves, and of what it becomes. */
  mostBytes: number;
  /** Makes of what was served what is kept; without it that is the same. */
  convert?: (from: string, to: string) => Promise<void>;
  /** Says in words what a file holds. Throws where it can't be used. */
  describe: (file: string) => Promise<string>;
}

/** What the address said of the file that is in place; without it the next fetch is unconditional. */
interface Fetched {
  url: string;
  etag: string | undefined;
  lastModified: string | undefined;
}

/**
 * Puts what the address serves, plain or gzip, in the file's place in one moment, after `describe` has read it. Resolves
 * to false where it's unchanged. Throws `Advice` where it can't be had or used; the file is then as it was.
 */
export async function fetchNewer(
  { setting, url, file, mostBytes, convert, describe }: Source,
  isAllowed = isPublicAddress,
): Promise<boolean> {
  const address = addressOf(setting, url, new Date());
  const answer = await ask(address, conditionsOf(file, address.href), isAllowed);
  const { statusCode: status } = answer;
  if (status !== 200) answer.destroy();
  if (status === 304) return false;
  if (status !== 200) {
    throw new Advice(
      `${address.host} answers ${status} for ${setting}.`,
      status === 404 ? 'correct it in .env; a file of this month may not be out yet.' : 'try again later.',
    );
  }
  mkdirSync(dirname(file), { recursive: true });
  // Beside it, for a rename within one file system; each run has its own.
  const folder = mkdtempSync(join(dirname(file), '.new-'));
  try {
    const served = join(folder, 'served');
    await pipeline(answer, atMost(mostBytes), createWriteStream(served));
    const plain = await unzip(served, join(folder, 'plain'), mostBytes);
    const whole = convert ? join(folder, 'whole') : plain;
    await convert?.(plain, whole);
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
    etag: headers.etag,
    lastModified: headers['last-modified'],
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
    ...(before.etag && { 'if-none-match': before.etag }),
    ...(before.lastModified && { 'if-modified-since': before.lastModified }),
  };
}

/**
 * The owner's own address may be anywhere; a redirect leads to another path of it, or by https to a public address, which
 * can't change between the check and the connection. Anything else could reach what only this machine can.
 */
async function ask(
  address: URL,
  headers: http.OutgoingHttpHeaders,
  isAllowed: (address: string) => boolean,
): Promise<http.IncomingMessage> {
  const signal = AbortSignal.timeout(wholeWithinMs);
  let url = address;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const isOwn = url.origin === address.origin;
      if (!isOwn && url.protocol !== 'https:') throw new Error('it redirects to an address without https');
      const found = await checkedAddresses(url, isOwn ? () => true : isAllowed, systemLookup);
      const answer = await get(url, {
        headers: { ...headers, 'accept-encoding': 'gzip' },
        lookup: answerWith(found),
        agent: false,
        signal,
      });
      const { statusCode = 0, headers: answered } = answer;
      if (![301, 302, 303, 307, 308].includes(statusCode) || answered.location === undefined) return answer;
      answer.destroy();
      url = new URL(answered.location, url);
    }
    throw new Error('it redirects too often');
  } catch (error) {
    const reason = error instanceof AddressNotAllowed ? 'it redirects to a private address' : reasonOf(error);
    throw new Advice(`${address.host} can't be reached: ${reason}.`, 'try again when it can.');
  }
}

function get(url: URL, options: http.RequestOptions): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, options, resolve).on('error', reject).end();
  });
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
