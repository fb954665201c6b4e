import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TextLanguage, textLanguages } from '@voordeur/contracts/http';
import { screenHeads, screenPaths } from '../admin/screens';
import { headTexts } from '../site/pages/page-head';
import { casePages, pages, type SiteScreen, writtenPages } from '../site/pages/paths';
import { site } from '../config/site';
import { compressFiles } from './compress-files';
import { partsFile, preloadKey, type SiteParts, writePages } from './write-pages';
import { pagePolicy } from './page-policy';
import { adminUsesFile, textUsesFile } from './text-uses';

/** This program is bundled into server/dist; the browser's build is in dist. */
const server = new URL('./', import.meta.url).pathname;
const dist = new URL('../../dist/', import.meta.url).pathname;

/** The default is the same in the other processes. */
const publicUrl = new URL(process.env['PUBLIC_URL'] ?? 'http://localhost:8080').origin;

interface BuiltModule {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

const fonts = ['familjen-grotesk.woff2', 'hanken-grotesk.woff2'];
const manifestFile = join(dist, '.vite/manifest.json');
const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, BuiltModule>;
const app = findApp();
const start = find('src/site/start.ts').file;
const parts: SiteParts = {
  // The start script replaces the app, before the body so that no click comes too early; it loads the app's files later.
  template: (await readFile(join(dist, 'index.html'), 'utf8')).replaceAll(
    /\s*<script type="module" crossorigin src="\/([^"]+)"><\/script>/g,
    (_script, file: string) => (file === app.file ? `\n    <script src="/${start}"></script>` : ''),
  ),
  preloads: Object.fromEntries(
    (Object.keys(headTexts) as SiteScreen[]).flatMap((screen) =>
      textLanguages.map((language) => [preloadKey({ screen, language }), preloadsOf(screen, language)]),
    ),
  ),
  admin: {
    template: await readFile(join(dist, 'admin.html'), 'utf8'),
    preloads: fonts.map((font) => find(font).file),
  },
  manifests: Object.fromEntries(
    await Promise.all(
      ['site.webmanifest', 'admin.webmanifest'].map(async (name) => [
        name,
        JSON.parse(await readFile(join(dist, name), 'utf8')) as object,
      ]),
    ),
  ) as Record<string, object>,
};

await writePages(dist, parts, publicUrl);
await writeTextUses();
await rm(dirname(manifestFile), { recursive: true });
// Behind an internal location of nginx: the guide needs a link signed by the api.
await cp(new URL('../../private/', import.meta.url), join(dist, 'private'), { recursive: true });
await writeFile(join(server, partsFile), JSON.stringify(parts));
await nameBuild();
// For write-nginx-include.sh: nginx chooses the language of `/` and of the 404 page, knows the admin's screens and
// sends the policy.
await writeFile(join(dist, 'private/languages'), textLanguages.join(' '));
const screens = Object.values(screenPaths).map((path) => path.slice(1));
await writeFile(join(dist, 'private/admin-pages'), screens.join(' '));
await writeFile(join(dist, 'private/page-policy'), pagePolicy(site));
const files = await compressFiles(dist, 11);
console.log(`${writtenPages().length} pages prerendered, ${files} files compressed`);

/** For the text editor: the pages that show each text, made from the screens that the browser's build found. */
async function writeTextUses() {
  const file = join(dist, textUsesFile);
  const adminFile = join(dist, adminUsesFile);
  const screens = JSON.parse(await readFile(file, 'utf8')) as Record<string, string[]>;
  const ofAdmin = JSON.parse(await readFile(adminFile, 'utf8')) as Record<string, string[]>;
  for (const [key, on] of Object.entries(ofAdmin)) (screens[key] ??= []).push(...on);
  await rm(adminFile);
  for (const [screen, texts] of Object.entries(headTexts))
    for (const key of texts) (screens[key] ??= []).push(screen);
  for (const [screen, path] of Object.entries(screenPaths) as [keyof typeof screenPaths, string][])
    for (const key of screenHeads[screen]) (screens[key] ??= []).push(path);
  const shown = [...pages, ...casePages()].filter(({ path }) => !path.includes('*'));
  const uses = Object.entries(screens).map(([key, on]) => [
    key,
    [
      ...shown.filter(({ screen }) => on.includes(screen) || on.includes('*')).map(({ path }) => path),
      ...Object.values(screenPaths).filter((path) => on.includes('admin') || on.includes(path)),
    ],
  ]);
  await writeFile(file, JSON.stringify(Object.fromEntries(uses)));
}

/**
 * Pages contain the names of this build's scripts, so worker and nginx must agree on the build. Its name is written
 * next to the program that renders pages again and next to the browser's files.
 */
async function nameBuild(): Promise<void> {
  const hash = createHash('sha256');
  for (const name of (await readdir(server, { recursive: true })).sort()) {
    if (/\.(js|json)$/.test(name)) hash.update(name).update(await readFile(join(server, name)));
  }
  const build = hash.digest('hex').slice(0, 12);
  for (const place of [server, join(dist, 'private')]) await writeFile(join(place, 'build'), build);
}

/**
 * Files that the browser would otherwise request one round trip later: the app and its imports, the fonts, the texts in
 * the page's language, its screen's chunk, imports and style sheet, and home's bricks, which fill a phone's first
 * screen.
 */
function preloadsOf(screen: SiteScreen, language: TextLanguage): string[] {
  const route = `src/site/routes/${screen}.route.tsx`;
  const own = route in manifest ? [route] : [];
  const sources = [
    ...fonts,
    `virtual:texts/${language}/site`,
    ...(screen === 'home' ? ['src/ui/bricks.svg'] : []),
    ...own,
  ];
  const sheets = own.flatMap((source) => find(source).css ?? []);
  return [...new Set([...filesOf(app), ...sources.flatMap((end) => filesOf(find(end))), ...sheets])];
}

function find(end: string): BuiltModule {
  const built = Object.entries(manifest).find(([source]) => source.endsWith(end));
  if (!built) throw new Error(`The browser's build has no ${end}`);
  return built[1];
}

/** The chunk that vite.config.ts makes of the app and everything it needs at once. */
function findApp(): BuiltModule {
  const built = Object.values(manifest).find(({ name, file }) => name === 'app' && file.endsWith('.js'));
  if (!built) throw new Error('The browser’s build has no app');
  return built;
}

/** A chunk's file, then those that it imports, except the app's. */
function filesOf({ file, imports = [] }: BuiltModule): string[] {
  const below = imports
    .map((source) => manifest[source] ?? find(source))
    .filter((module) => module !== app)
    .flatMap(filesOf);
  return [file, ...below];
}
