import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pages, type Page } from '../app/paths';
import { renderPage } from '../app/render-page';
import { compressFiles } from './compress-files';

/** Bundled into server/dist, beside which the browser's build lies. */
const dist = new URL('../../dist/', import.meta.url).pathname;

interface BuiltModule {
  file: string;
}

const template = await readFile(join(dist, 'index.html'), 'utf8');
const manifestFile = join(dist, '.vite/manifest.json');
const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, BuiltModule>;

for (const page of pages) {
  const file = join(dist, page.file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await renderPage(page, template, preloadsOf(page)));
}
await rm(dirname(manifestFile), { recursive: true });
const files = await compressFiles(dist);
console.log(`${pages.length} pages prerendered, ${files} files compressed`);

/**
 * What the browser would else ask for one round trip later: the fonts, the texts of the page's language, and for the
 * admin its chunk.
 */
function preloadsOf({ language, screen }: Page): string[] {
  const admin = ['src/app/routes/admin.route.tsx', `virtual:texts/${language}/admin`];
  const sources = [
    'familjen-grotesk-latin-wght-normal.woff2',
    'hanken-grotesk-latin-wght-normal.woff2',
    `virtual:texts/${language}/site`,
    ...(screen.startsWith('admin') ? admin : []),
  ];
  return sources.map((end) => {
    const built = Object.entries(manifest).find(([source]) => source.endsWith(end));
    if (!built) throw new Error(`The browser's build has no ${end}`);
    return built[1].file;
  });
}
