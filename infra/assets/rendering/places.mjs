import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const publicDir = join(root, 'web/public');
export const privateDir = join(root, 'web/private');

/** The owner's name for the whole, from `site.config.json`. */
export function productName() {
  return JSON.parse(readFileSync(join(root, 'site.config.json'), 'utf8')).product;
}

/** Writes a file and the folders on its way. */
export function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
