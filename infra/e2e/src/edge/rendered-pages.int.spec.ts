import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Answer, type Edge, startEdge } from '../helpers/start-nginx.js';

const build = '0123456789ab';
const pages = [
  'index.html',
  'index.nl.html',
  'nl/index.html',
  'nl/leren/index.html',
  'work/bakery/index.html',
  '404.html',
  'nl/404.html',
  'sitemap.xml',
  'colours.css',
];
const dir = mkdtempSync(join(tmpdir(), 'voordeur-rendered-'));
let edge: Edge;

beforeAll(async () => {
  chmodSync(dir, 0o755);
  const built = Object.fromEntries(pages.map((name) => [name, 'built']));
  edge = await startEdge({
    files: { ...built, 'logo.svg': '<svg/>', 'private/build': build },
    settings: { PAGES_DIR: dir, RATE_LIMIT: 'off' },
  });
});
afterAll(async () => {
  await edge.close();
  rmSync(dir, { recursive: true });
});
beforeEach(() => {
  rmSync(join(dir, build), { force: true });
});

/** A folder as the worker leaves it, with the same words in every file. */
function render(name: string, words: string): void {
  for (const page of pages) {
    const file = join(dir, name, page);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, words);
    writeFileSync(`${file}.br`, brotliCompressSync(words));
    writeFileSync(`${file}.gz`, gzipSync(words));
  }
}

function show(name: string, as = build): void {
  symlinkSync(name, join(dir, '.made'));
  renameSync(join(dir, '.made'), join(dir, as));
}

function wordsOf({ headers, body }: Answer): string {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[headers['content-encoding'] ?? ''];
  return (decode ? decode(body) : body).toString();
}

const paths = [
  ['/', 200],
  ['/nl', 200],
  ['/nl/leren', 200],
  ['/work/bakery', 200],
  ['/nothing', 404],
  ['/nl/nothing', 404],
  ['/sitemap.xml', 200],
] as const;

it('serves the pages of the build until there are rendered ones, and those of no other build', async () => {
  render('another.v1.x', 'of another build');
  show('another.v1.x', 'ba9876543210');
  for (const [path, status] of paths) {
    const answer = await edge.ask(path);
    expect([answer.status, wordsOf(answer)]).toEqual([status, 'built']);
  }
});

it.each(['identity', 'gzip', 'br'])('serves the rendered ones, as %s', async (encoding) => {
  render(`${build}.v1.x`, 'rendered');
  show(`${build}.v1.x`);
  for (const [path, status] of paths) {
    const answer = await edge.ask(path, { headers: { 'Accept-Encoding': encoding } });
    expect([answer.status, wordsOf(answer)]).toEqual([status, 'rendered']);
    expect(answer.headers['content-type']).toMatch(
      path === '/sitemap.xml' ? /^application\/xml/ : /^text\/html/,
    );
    expect(answer.headers['cache-control']).toBe(status === 200 ? 'public, max-age=3600' : 'no-store');
  }
  const logo = await edge.ask('/logo.svg');
  expect(wordsOf(logo)).toBe('<svg/>');
});

it.each(['identity', 'gzip', 'br'])('serves the colours that were rendered, as %s', async (encoding) => {
  const headers = { 'Accept-Encoding': encoding };
  expect(wordsOf(await edge.ask('/colours.css?1a2b3c4d', { headers }))).toBe('built');
  render(`${build}.v1.x`, 'rendered');
  show(`${build}.v1.x`);
  const answer = await edge.ask('/colours.css?1a2b3c4d', { headers });
  expect([answer.status, wordsOf(answer)]).toEqual([200, 'rendered']);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  });
});

it('knows a case’s page by the render alone, once there is one', async () => {
  render(`${build}.v1.x`, 'rendered');
  rmSync(join(dir, `${build}.v1.x/work/bakery`), { recursive: true });
  mkdirSync(join(dir, `${build}.v1.x/work/studio`));
  writeFileSync(join(dir, `${build}.v1.x/work/studio/index.html`), 'rendered');
  show(`${build}.v1.x`);
  const gone = await edge.ask('/work/bakery');
  expect([gone.status, wordsOf(gone)]).toEqual([404, 'rendered']);
  for (const path of ['/en/work/studio', '/work/studio/']) {
    const moved = await edge.ask(path);
    expect([moved.status, moved.headers.location]).toEqual([
      301,
      expect.stringMatching(/\/work\/studio$/) as string,
    ]);
  }
  for (const path of ['/en/work/bakery', '/work/bakery/', '/work/..%2fadmin', '/work/%2e%2e/nl/leren'])
    expect((await edge.ask(path)).status).toBe(404);
});

it('never serves a mixture, and never nothing, while they are replaced', async () => {
  const words = ['a'.repeat(20_000), 'b'.repeat(30_000)];
  words.forEach((text, n) => {
    render(`${build}.v${n}.x`, text);
  });
  show(`${build}.v0.x`);
  let asking = true;
  let answers = 0;
  const reader = async (encoding: string) => {
    while (asking) {
      const answer = await edge.ask('/nl', { headers: { 'Accept-Encoding': encoding } });
      expect(answer.status).toBe(200);
      expect(words).toContain(wordsOf(answer));
      answers += 1;
    }
  };
  const readers = ['identity', 'gzip', 'br'].map(reader);
  for (let n = 0; n < 500; n += 1) {
    show(`${build}.v${n % 2}.x`);
    await edge.ask('/logo.svg');
  }
  asking = false;
  await Promise.all(readers);
  expect(answers).toBeGreaterThan(100);
});

it('an uploaded file is served as what its name says, and for a week', async () => {
  const name = `${'0'.repeat(32)}-360.avif`;
  mkdirSync(join(dir, 'files'), { recursive: true });
  writeFileSync(join(dir, 'files', name), 'a picture');
  const { status, headers, body } = await edge.ask(`/files/${name}`);
  expect([status, body.toString()]).toEqual([200, 'a picture']);
  expect(headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=604800',
    'x-content-type-options': 'nosniff',
  });
  for (const path of ['/files/', '/files/none.avif', `/files/../${build}/index.html`, '/files/%2e%2e/x'])
    expect((await edge.ask(path)).status).toBe(404);
});
