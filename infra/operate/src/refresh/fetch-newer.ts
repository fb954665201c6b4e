import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ProgramFailure, runProgram } from '../backup/run-program.js';
import { Advice } from '../local/advice.js';

export interface Source {
  /** Its name for the operator. */
  what: string;
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

/** curl's own limits hold for what it is served; with `gzip -f` what isn't packed stays as it is. */
const unpack = `ulimit -f "$3" && gzip -dcf <"$1" >"$2" || { echo "it isn't whole, or larger than it may be" >&2; exit 1; }`;

/**
 * Puts what the address serves, plain or gzip, in the file's place in one moment, after `describe` has read it. Resolves
 * to false where it's unchanged. Throws `Advice` where it can't be had or used; the file is then as it was.
 */
export async function fetchNewer({ setting, url, file, mostBytes, ...source }: Source): Promise<boolean> {
  const [year = '', month = ''] = new Date().toISOString().split('-');
  const address = url.replaceAll('%Y', year).replaceAll('%m', month);
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new Advice(`${setting} is no http or https address.`, 'correct it in .env.');
  mkdirSync(dirname(file), { recursive: true });
  // In the same folder, for a rename within one file system; each run has its own.
  const folder = mkdtempSync(join(dirname(file), '.new-'));
  const [served, plain, converted, newEtag] = ['served', 'plain', 'converted', 'etag'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const etag = `${file}.etag`;
  try {
    const status = await runProgram(
      'curl',
      [
        ...['--disable', '--config', '-', '--silent', '--show-error', '--fail', '--globoff'],
        ...['--proto', '=http,https', '--location', '--max-redirs', '5', '--proto-redir', '=https'],
        ...['--header', 'accept-encoding: gzip', '--max-time', '900', '--max-filesize', String(mostBytes)],
        ...(existsSync(file) && existsSync(etag) ? ['--etag-compare', etag] : []),
        ...['--etag-save', newEtag, '--output', served, '--write-out', '%{http_code}'],
      ],
      // By standard input, because a list of processes shows arguments to everyone.
      { env: process.env, input: `url = ${JSON.stringify(address)}\n` },
    );
    if (status === '304') return false;
    const blocks = String(Math.ceil(mostBytes / 512));
    await runProgram('sh', ['-c', unpack, 'sh', served, plain, blocks], { env: process.env });
    await source.convert?.(plain, converted);
    const whole = source.convert ? converted : plain;
    await source.describe(whole);
    // The workers of containers are another user.
    chmodSync(whole, 0o644);
    // After a power cut the name must not stand for half of it.
    await runProgram('sync', [whole], { env: process.env });
    // A run that is killed between the two fetches it again.
    rmSync(etag, { force: true });
    renameSync(whole, file);
    if (existsSync(newEtag)) renameSync(newEtag, etag);
    return true;
  } catch (error) {
    const reason = error instanceof ProgramFailure ? error.output : (error as Error).message;
    throw new Advice(
      `${new URL(address).host} serves nothing for ${setting} that can be used: ${reason.replace(/\.$/, '')}.`,
      'the file before stays in use. Correct the address in .env, or try again later (a file of this month may not be out yet).',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
