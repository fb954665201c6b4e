import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const texts = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

/**
 * Writes a `.br` and a `.gz` beside each text file of a folder, so that nginx doesn't compress; returns how many.
 * Brotli's best (11) takes nine times as long as its 9, which a live change waits for.
 */
export async function compressFiles(folder: string, brotliQuality: 9 | 11): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && texts.has(extname(entry.name)));
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const content = await readFile(file);
    await writeFile(
      `${file}.br`,
      await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    );
    await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
  }
  return files.length;
}
