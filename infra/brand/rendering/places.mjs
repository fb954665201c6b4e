import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const publicDir = join(root, 'web/public');
export const privateDir = join(root, 'web/private');

export const site = JSON.parse(readFileSync(join(root, 'site.config.json'), 'utf8'));

/** The owner's name for the whole. */
export const productName = () => site.product;

/** Languages of the site, the default first. */
export const siteLanguages = site.languages ?? ['en', 'nl'];

const texts = join(root, 'infra/brand/texts');

/** Languages with texts, whether the site has them or not. */
export const textLanguages = readdirSync(texts).sort();

/** Words on pictures and documents, apart from the documents' own text. */
export function wordsOf(language) {
  return JSON.parse(readFileSync(join(texts, language, 'words.json'), 'utf8'));
}

/** Writes a file and the folders on its way. */
export function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
