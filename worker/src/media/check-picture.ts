import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type MediaRefusal, mediaRefusals } from '@voordeur/contracts/http';

/** The six files of a large photo take five seconds on a busy core. */
const endWithinMs = 30_000;
/** Visitors' answers come first. */
const niceness = 10;
/** Compiled, for a test too. */
const program = fileURLToPath(new URL('../../dist/media/make-picture.js', import.meta.url));

/**
 * The files that a picture is served as, by the ends of their names (`-360.avif`), or why it's refused. A process that ends
 * with them makes them: one that breaks on a crafted file takes no job with it, and its memory is given back. Rejects if
 * it couldn't, which another try may.
 */
export async function checkPicture(
  upload: Buffer,
  stop: AbortSignal,
): Promise<Map<string, Buffer> | MediaRefusal> {
  const folder = await mkdtemp(join(tmpdir(), 'voordeur-picture-'));
  try {
    const refusal = await run(upload, folder, stop);
    if (refusal) return refusal;
    const files = new Map<string, Buffer>();
    for (const name of await readdir(folder)) files.set(`-${name}`, await readFile(join(folder, name)));
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Undefined once all is made. Rejects if the process ended otherwise. */
async function run(upload: Buffer, folder: string, stop: AbortSignal): Promise<MediaRefusal | undefined> {
  const child = spawn(process.execPath, [program, folder], {
    // Nothing of ours: what it reads may have been made to break it.
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'ignore', 'pipe'],
    signal: stop,
    timeout: endWithinMs,
    killSignal: 'SIGKILL',
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has ended already, and says so below.
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end(upload);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [code, said] = await Promise.all([ended, text(child.stderr)]);
  if (code === 0) return undefined;
  const refusal = mediaRefusals.find((one) => one === said);
  // Its words aren't logged: they may be of the picture.
  if (!refusal) throw new Error('the process of a picture broke off');
  return refusal;
}
