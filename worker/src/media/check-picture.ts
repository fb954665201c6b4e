import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MediaRefusal, mediaRefusals, type PictureKind } from '@voordeur/contracts/http';
import { runApart } from '../platform/run-apart.js';

/** The six files of a large photo take five seconds on a busy core. */
const timeoutMs = 30_000;
/** Compiled, for a test too. */
const program = fileURLToPath(new URL('../../dist/media/make-picture.js', import.meta.url));

/**
 * The files that a picture of this kind is served as, by the ends of their names (`-360.avif`), or why it's refused.
 * Rejects if it couldn't be done this time: another try may.
 */
export async function checkPicture(
  kind: PictureKind,
  upload: Buffer,
  stop: AbortSignal,
): Promise<Map<string, Buffer> | MediaRefusal> {
  const folder = await mkdtemp(join(tmpdir(), 'voordeur-picture-'));
  try {
    const { code, said } = await runApart(program, { args: [folder, kind], input: upload, timeoutMs, stop });
    const refusal = mediaRefusals.find((one) => one === said);
    if (refusal) return refusal;
    // Its words aren't logged: they may be of the picture.
    if (code !== 0) throw new Error('the process of a picture broke off');
    const files = new Map<string, Buffer>();
    for (const name of await readdir(folder)) files.set(`-${name}`, await readFile(join(folder, name)));
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
