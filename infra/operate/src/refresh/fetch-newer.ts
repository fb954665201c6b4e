import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ProgramFailure, runProgram } from '../backup/run-program.js';
import { Advice } from '../local/advice.js';

export interface Source {
  /** The setting that names the address. */
  setting: string;
  /** `%Y` and `%m` become the year and the month. It may hold a key, so only its host is ever printed. */
  url: string;
  /** The file that is replaced. */
  file: string;
  /** The largest size, of the download and of the file made from it. */
  mostBytes: number;
  /** Makes of what was served what is kept; without it that is the same. */
  convert?: (from: string, to: string) => Promise<void>;
  /** Says in words what a file holds. Throws where it can't be used. */
  describe: (file: string) => Promise<string>;
}

/**
 * Puts what the address serves, plain or gzip, in the file's place in one moment, after `describe` has read it. Resolves
 * to false where it's unchanged. Throws `Advice` where it can't be had or used; the file is then as it was.
 */
export async function fetchNewer({ setting, url, file, mostBytes, ...source }: Source): Promise<boolean> {
  const address = addressOf(setting, url, new Date());
  const note = `${file}.fetched.json`;
  mkdirSync(dirname(file), { recursive: true });
  // In the same folder, for a rename within one file system; each run has its own.
  const folder = mkdtempSync(join(dirname(file), '.new-'));
  try {
    const etag = join(folder, 'etag');
    await writeFile(etag, existsSync(file) ? readEtag(note, address.href) : '');
    const served = join(folder, 'served');
    if (!(await download(address.href, { etag, to: served, mostBytes }))) return false;
    const plain = await unzip(served, join(folder, 'plain'), mostBytes);
    const whole = source.convert ? join(folder, 'whole') : plain;
    await source.convert?.(plain, whole);
    await source.describe(whole);
    await flush(whole);
    // A run that is killed between the two fetches it again.
    await rm(note, { force: true });
    await rename(whole, file);
    const fetched = { url: address.href, etag: readFileSync(etag, 'utf8').trim() };
    await writeFile(note, JSON.stringify(fetched), { mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Advice) throw error;
    throw new Advice(
      `${address.host} serves nothing for ${setting} that can be used: ${reasonOf(error)}.`,
      'the file before stays in use. Correct the address in .env, or try again later (a file of this month may not be out yet).',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function addressOf(setting: string, url: string, now: Date): URL {
  const [year = '', month = ''] = now.toISOString().split('-');
  const filled = url.replaceAll('%Y', year).replaceAll('%m', month);
  const address = URL.canParse(filled) ? new URL(filled) : undefined;
  if (address && /^https?:$/.test(address.protocol) && address.username === '') return address;
  throw new Advice(`${setting} is no http or https address without a login.`, 'correct it in .env.');
}

/** The ETag of the file in place, where it came from this address. */
function readEtag(note: string, url: string): string {
  if (!existsSync(note)) return '';
  const before = JSON.parse(readFileSync(note, 'utf8')) as { url: string; etag?: string };
  return before.url === url ? (before.etag ?? '') : '';
}

/** Resolves to false where the ETag is still the same, else writes the new one in its place. */
async function download(
  url: string,
  { etag, to, mostBytes }: { etag: string; to: string; mostBytes: number },
): Promise<boolean> {
  const known = readFileSync(etag, 'utf8');
  const status = await runProgram(
    'curl',
    [
      ...['--disable', '--config', '-', '--silent', '--show-error', '--fail', '--globoff'],
      ...['--proto', '=http,https', '--location', '--max-redirs', '5', '--proto-redir', '=https'],
      ...['--header', 'accept-encoding: gzip', '--max-time', '900', '--max-filesize', String(mostBytes)],
      ...(known ? ['--etag-compare', etag] : []),
      ...['--etag-save', `${etag}.new`, '--output', to, '--write-out', '%{http_code}'],
    ],
    // By standard input, because a list of processes shows arguments to everyone.
    { env: process.env, input: `url = ${JSON.stringify(url)}\n` },
  );
  if (status === '304') return false;
  await (existsSync(`${etag}.new`) ? rename(`${etag}.new`, etag) : writeFile(etag, ''));
  return true;
}

/** Some serve gzip without saying so. Resolves to the name of the file that holds it plain. */
async function unzip(from: string, to: string, mostBytes: number): Promise<string> {
  const handle = await open(from);
  const { buffer } = await handle.read({ buffer: Buffer.alloc(2) });
  await handle.close();
  if (buffer.readUInt16BE(0) !== 0x1f8b) return from;
  let read = 0;
  const atMost = new Transform({
    transform(part: Buffer, _encoding, done) {
      read += part.length;
      done(read > mostBytes ? new Error(`it has more than ${mostBytes / 1e6} MB`) : null, part);
    },
  });
  await pipeline(createReadStream(from), createGunzip(), atMost, createWriteStream(to));
  return to;
}

/** After a power cut the name must not stand for half of it. The workers of containers are another user. */
async function flush(file: string): Promise<void> {
  const handle = await open(file);
  await handle.chmod(0o644);
  await handle.sync();
  await handle.close();
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (error instanceof ProgramFailure ? error.output : text).trim().replace(/\.$/, '');
}
