import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pages, type Page } from '../app/paths';
import { renderPage } from '../app/render-page';
import { renderRobots, renderSitemap } from '../app/render-sitemap';
import { compressFiles } from './compress-files';

/** Bundled into server/dist, beside which the browser's build lies. */
const dist = new URL('../../dist/', import.meta.url).pathname;

/** As the other processes default it. */
const publicUrl = new URL(process.env['PUBLIC_URL'] ?? 'http://localhost:8080').origin;

interface BuiltModule {
  file: string;
  imports?: string[];
}

const manifestFile = join(dist, '.vite/manifest.json');
const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, BuiltModule>;

const app = find('index.html').file;
const start = find('src/app/start.ts').file;
const template = (await readFile(join(dist, 'index.html'), 'utf8'))
  .replace(app, start)
  // What the app imports waits with it.
  .replaceAll('rel="modulepreload"', 'rel="later"');

for (const page of pages) {
  const file = join(dist, page.file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await renderPage(page, { template, preloads: preloadsOf(page), publicUrl }));
}
await writeFile(join(dist, 'sitemap.xml'), renderSitemap(publicUrl));
await writeFile(join(dist, 'robots.txt'), renderRobots(publicUrl));
await rm(dirname(manifestFile), { recursive: true });
// Behind an internal location of nginx: only a link that the api has signed opens it.
await cp(new URL('../../private/', import.meta.url), join(dist, 'private'), { recursive: true });
const files = await compressFiles(dist);
console.log(`${pages.length} pages prerendered, ${files} files compressed`);

/**
 * What the browser would else ask for one round trip later: the app and what it imports, the fonts, the texts of
 * the page's language, and its screen's chunk with what that imports.
 */
function preloadsOf({ language, screen }: Page): string[] {
  const admin = ['src/app/routes/admin.route.tsx', `virtual:texts/${language}/admin`];
  const route = `src/app/routes/${screen}.route.tsx`;
  const own = screen.startsWith('admin') ? admin : route in manifest ? [route] : [];
  const sources = [
    'familjen-grotesk.woff2',
    'hanken-grotesk.woff2',
    `virtual:texts/${language}/site`,
    ...own,
  ];
  return [app, ...new Set(sources.flatMap((end) => filesOf(find(end))))];
}

function find(end: string): BuiltModule {
  const built = Object.entries(manifest).find(([source]) => source.endsWith(end));
  if (!built) throw new Error(`The browser's build has no ${end}`);
  return built[1];
}

/** A chunk and, below it, those that it imports; the app's own comes first of all. */
function filesOf({ file, imports = [] }: BuiltModule): string[] {
  const below = imports
    .filter((source) => source !== 'index.html')
    .flatMap((source) => filesOf(manifest[source] ?? find(source)));
  return [file, ...below];
}
