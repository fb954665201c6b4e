import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compressed = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.vtt', '.xml', '.webmanifest']);

/**
 * Writes a `.br` and a `.gz` next to each text file of a folder, so nginx needn't compress. Returns the number of
 * files. Brotli quality 11 takes nine times as long as 9, and a live change waits for it.
 */
export async function compressFiles(folder: string, brotliQuality: 9 | 11): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressed.has(extname(entry.name)));
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
