import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createTestQueues, freePort } from '@voordeur/testing';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Config } from '../platform/config.js';
import { Pages } from './pages.js';
import { useDatabase } from '../testing/hooks.js';

const root = resolve(import.meta.dirname, '../../..');
const siteBuild = join(root, 'web/server/dist');
const key = 'home.hero.book';

const database = useDatabase();
let dir: string;
let running: Pages[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voordeur-pages-'));
});
afterEach(async () => {
  await Promise.all(running.map((pages) => pages.beforeApplicationShutdown()));
  running = [];
  rmSync(dir, { recursive: true });
});

/** As a worker does when it starts. */
function start(given: Partial<NonNullable<Config['pages']>> = {}): Pages {
  const pages = { dir, siteBuild, publicUrl: 'http://localhost:8080', ofFile: {}, ...given };
  const one = new Pages(database.dataSource, Object.assign(new Config(), { pages }));
  one.onApplicationBootstrap();
  running.push(one);
  return one;
}

/** As the api stores a text (api/src/translations/change-texts.ts), and settings with it. */
async function edit(value: string, { language = 'nl', text = key, site = {} } = {}): Promise<string> {
  const id = uuidv7();
  await database.owner.transaction(async (tx) => {
    await tx.query(
      `insert into site_settings (key, value) select * from jsonb_each($1)
      on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(site)],
    );
    await tx.query(
      `insert into texts (language, key, value) values ($1, $2, $3)
      on conflict (language, key) do update set value = excluded.value`,
      [language, text, value],
    );
    await tx.query(
      `insert into texts_state (version, changed_at) values ($1, now())
      on conflict ("only") do update set version = excluded.version, changed_at = excluded.changed_at`,
      [id],
    );
  });
  return id;
}

/** Stores answered questions, all received at the same midnight in UTC; `minutes` is how long each answer took. */
async function answer(count: number, minutes: number, { daysAgo = 3 } = {}): Promise<void> {
  await database.query(
    `insert into leads (id, kind, status, email, client_timestamp, received_at, answered_at)
    select gen_random_uuid(), 'question', 'answered', n || '@example.org', '', at, at + make_interval(mins => $2)
    from generate_series(1, $1) as n, (select date_trunc('day', now(), 'UTC') - make_interval(days => $3) as at) as of_all`,
    [count, minutes, daysAgo],
  );
}

interface State {
  version: string | null;
  rendered_version: string | null;
  rendered_at: Date | null;
  failure: string | null;
  failures: number;
}
async function state(): Promise<State | undefined> {
  const [row]: State[] = await database.dataSource.query('select * from texts_state');
  return row;
}
const rendered = (version: string | null, timeout = 25_000) =>
  expect
    .poll(state, { timeout, interval: 50 })
    .toMatchObject({ rendered_version: version, rendered_at: expect.any(Date) as Date });
const failed = (reason: string) =>
  expect.poll(state, { interval: 50 }).toMatchObject({ failure: expect.stringContaining(reason) as string });

const build = () => readFileSync(join(siteBuild, 'build'), 'utf8');
const shown = () => realpathSync(join(dir, build()));
const read = (file: string, folder = shown()) => readFileSync(join(folder, file), 'utf8');

/** Each page with its compressed files, of one render. */
function expectWhole(folder = shown()): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => /\.(html|xml|txt)$/.test(file));
  expect(texts.length).toBeGreaterThan(20);
  for (const file of texts) {
    const content = readFileSync(join(folder, file));
    expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`))).equals(content)).toBe(true);
    expect(gunzipSync(readFileSync(join(folder, `${file}.gz`))).equals(content)).toBe(true);
  }
}

describe('the pages', () => {
  it('are there after the first start, without any edit', async () => {
    start();
    await rendered(null);
    expectWhole();
    expect(read('nl/index.html')).toContain('lang="nl"');
    expect(read('nl/index.html')).not.toMatch(/id="(texts|site)"/);
    expect(read('index.nl.html')).toContain('lang="nl"');
    for (const file of ['404.html', 'nl/404.html', 'sitemap.xml', 'robots.txt']) read(file);
  });

  it('say what was edited, in both languages, in every form', async () => {
    start();
    await edit('Kom langs & wees welkom');
    const version = await edit('Come by', { language: 'en' });
    await rendered(version);
    expectWhole();
    expect(read('nl/index.html')).toContain('Kom langs &amp; wees welkom');
    expect(read('en/index.html')).toContain('Come by');
    expect(read('nl/404.html')).toContain('Kom langs');
    const block = /id="texts">(.*?)<\/script>/.exec(read('nl/learn/index.html'))?.[1] ?? '';
    expect(JSON.parse(block)).toEqual({
      version,
      texts: { nl: { [key]: [{ type: 0, value: 'Kom langs & wees welkom' }] } },
    });
    // A stored choice may turn either of them into the other language.
    expect(read('index.html')).toContain('Kom langs');
    expect(read('index.nl.html')).toContain('Kom langs &amp; wees welkom');
    expect(read('index.nl.html')).toContain('Come by');
  });

  it('have it in title, description and JSON-LD, and no text can end its block', async () => {
    start();
    await edit("{product} '</script>'is er", { text: 'home.pageTitle' });
    await rendered(await edit('Een "nieuwe" tekst', { text: 'home.pageDescription' }));
    const html = read('nl/index.html');
    expect(html).toContain('<title>Voordeur &lt;/script&gt;is er</title>');
    expect(html).toContain('content="Een &quot;nieuwe&quot; tekst"');
    const blocks = [...html.matchAll(/<script type="application\/[^>]*>(.*?)<\/script>/g)];
    expect(blocks).toHaveLength(2);
    for (const [, json = ''] of blocks) expect(JSON.stringify(JSON.parse(json))).toContain('</script>is er');
  });

  it('have the settings that the owner changed, with the texts of the same moment', async () => {
    const site = {
      product: '</script><script>"Deur" & co',
      price: { en: 'From €\u00a0100', nl: 'Vanaf €\u00a0100' },
      quote: null,
      scheduler: { provider: 'cal', address: 'https://cal.com/deur/30min' },
    };
    const changes = { ...site, unknown: 'x', partners: [] };
    const version = await edit('Kom bij {product}', { text: 'home.pageTitle', site: changes });
    start();
    await rendered(version);
    expectWhole();
    const home = read('nl/index.html');
    const product = '&lt;/script&gt;&lt;script&gt;&quot;Deur&quot; &amp; co';
    expect(home).toContain(`<meta property="og:site_name" content="${product}" />`);
    expect(home).toContain(`<title>Kom bij ${product}</title>`);
    expect(home).toContain('Vanaf €\u00a0100');
    expect(home).not.toContain('<blockquote');
    expect(home).toContain(`content="frame-src 'self' https://cal.com https://app.cal.com"`);
    expect(read('nl/booking/index.html')).toContain('<script data-host="cal.com">');
    for (const file of ['nl/index.html', 'admin.html']) {
      const blocks = [...read(file).matchAll(/<script type="application\/json" id="site">(.*?)<\/script>/g)];
      expect(blocks.map(([, json = '']) => JSON.parse(json) as unknown)).toEqual([site]);
    }

    await database.query('delete from site_settings');
    await rendered(await edit('Kom langs'));
    expect(read('nl/index.html')).not.toContain('id="site"');
    expect(read('nl/index.html')).toContain('<meta property="og:site_name" content="Voordeur" />');
  });

  it('say within which time questions are answered, from five answers on and as of the start of the day', async () => {
    const said = () => /Answers within[^<]*/.exec(read('en/index.html'))?.[0];
    const dayLater = () =>
      database.query(`update texts_state set rendered_at = rendered_at - interval '1 day'`);
    await answer(5, 121);
    await answer(9, 30, { daysAgo: 31 });
    await answer(9, 30, { daysAgo: 0 });
    start();
    await rendered(await edit('Kom langs', { site: { showsAnswerTime: false } }));
    expect(said()).toBeUndefined();
    await rendered(await edit('Kom langs', { site: { showsAnswerTime: true } }));
    expect(said()).toBe('Answers within about 3 hours (median of the last 30 days)');
    expect(read('nl/index.html')).toContain(
      'Antwoord binnen ongeveer 3 uur (mediaan van de laatste 30 dagen)',
    );
    expect(read('nl/index.html')).toContain('"answerHours":3');

    await answer(11, 1_500);
    await dayLater();
    await expect.poll(said).toBe('Answers within about 2 days (median of the last 30 days)');

    await database.query(
      `delete from leads where id not in (select id from leads where received_at < now() - interval '1 day' limit 4)`,
    );
    await dayLater();
    await expect.poll(said).toBeUndefined();
    await rendered(await edit('Kom langs', { site: { showsAnswerTime: null } }));
    expect(read('nl/index.html')).not.toContain('answerHours');
  });

  it('say nothing of where the owner’s guide is', async () => {
    const cover = `/files/${'0'.repeat(32)}-1280.webp`;
    start();
    await rendered(
      await edit('Kom langs', { site: { guide: { file: `/files/${'1'.repeat(32)}-guide.pdf`, cover } } }),
    );
    const files = readdirSync(shown(), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      expect(read(file)).not.toContain('-guide.pdf');
      expect(read(file)).toContain(`id="site">{"guide":{"cover":"${cover}"}}<`);
    }
  });

  it('have the colours that the owner chose, and nothing of them while she chose none', async () => {
    const link = /<link rel="stylesheet" href="\/colours\.css\?[0-9a-f]{8}" \/>/;
    const theme = (file: string) => /name="theme-color" content="([^"]*)"/.exec(read(file))?.[1];
    const withoutVersion = () => read('nl/index.html').replace(/"version":"[^"]*"/, '');
    start();
    await rendered(await edit('Kom langs'));
    const plain = withoutVersion();
    expect(plain).not.toContain('colours');
    expect(readdirSync(shown())).not.toContain('colours.css');

    await rendered(await edit('Kom langs', { site: { colours: { set: 'hearth', lamp: '#8AB4F8' } } }));
    for (const file of ['nl/index.html', 'index.html', 'learn/index.html', '404.html']) {
      expect(read(file)).toMatch(link);
      expect(theme(file)).toBe('#140e0b');
    }
    const sheet = read('colours.css');
    expect(sheet).toContain('--color-night:#140e0b;');
    expect(sheet).toContain('--color-lamp:#8ab4f8;');
    expect(brotliDecompressSync(readFileSync(join(shown(), 'colours.css.br'))).toString()).toBe(sheet);
    expect(read('admin.html')).not.toMatch(link);
    expect(theme('admin.html')).toBe('#0a110f');

    await database.query('delete from site_settings');
    await rendered(await edit('Kom langs'));
    expect(withoutVersion()).toBe(plain);
    expect(readdirSync(shown())).not.toContain('colours.css');
  });

  it('have the mark and the share picture that the owner uploaded, and the drawn ones while she has none', async () => {
    const hash = 'a'.repeat(32);
    const icons = (file: string) =>
      [...read(file).matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]*)"/g)].map(
        ([, , href]) => href,
      );
    const shared = (file: string) => /"og:image" content="([^"]*)"/.exec(read(file))?.[1];
    const manifest = (name: string) => JSON.parse(read(`${name}.webmanifest`)) as Record<string, unknown>;
    start();
    await rendered(null);
    const drawn = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'];
    expect(icons('nl/index.html')).toEqual([...drawn, '/site.webmanifest']);
    expect(icons('admin.html')).toEqual([...drawn, '/admin.webmanifest']);
    expect(shared('nl/learn/index.html')).toBe('http://localhost:8080/og/learn-nl.jpg');
    expect(manifest('admin')).toMatchObject({ name: 'Voordeur', start_url: '/admin' });

    const mark = `/files/${hash}-mark.webp`;
    const sharePicture = `/files/${hash}-share.jpg`;
    await rendered(await edit('Kom langs', { site: { product: 'Havenlicht', mark, sharePicture } }));
    const own = ['32', '192', '180'].map((size) => `/files/${hash}-mark-${size}.png`);
    expect(icons('nl/index.html')).toEqual([...own, '/site.webmanifest?aaaaaaaa']);
    expect(icons('admin.html')).toEqual([...own, '/admin.webmanifest?aaaaaaaa']);
    expect(read('nl/index.html')).toContain(`<img src="${mark}"`);
    for (const file of ['index.html', 'nl/learn/index.html', '404.html'])
      expect(shared(file)).toBe(`http://localhost:8080${sharePicture}`);
    expect(read('index.html')).not.toContain('/og/');
    for (const [name, facts] of [
      ['site', { start_url: '/' }],
      ['admin', { start_url: '/admin', display: 'standalone' }],
    ] as const)
      expect(manifest(name)).toMatchObject({
        ...facts,
        name: 'Havenlicht',
        icons: ['192', '512', 'maskable'].map((icon) => ({ src: `/files/${hash}-mark-${icon}.png` })),
      });

    // Straight into the table, past the api's check.
    const strange = '"><script>strange()';
    await rendered(await edit('Kom langs', { site: { mark: strange, sharePicture: strange } }));
    expect(icons('nl/index.html')).toEqual([...drawn, '/site.webmanifest']);
    expect(read('nl/index.html')).not.toContain('<script>strange');
  });

  it('have no colour but # and six digits, whatever is stored', async () => {
    const lamp = '#fff;}body{display:none';
    start();
    await rendered(await edit('Kom langs', { site: { colours: { set: 'blue-hour', lamp } } }));
    expect(read('colours.css')).toMatch(/^:root\{(--color-[a-z0-9-]+:#[0-9a-f]{6};?)+\}$/);
    expect(read('colours.css')).toContain('--color-lamp:#f4cd7c;');
  });

  it('that cases have come and go with the setting, and carry no story but their own', async () => {
    const before = readdirSync(dir);
    const side = { number: { en: '1' }, text: { en: 'hour' } };
    const street = (slug: string, story: string) => ({
      ...{ name: { en: 'Bakery </title>', nl: 'Bakkerij' }, before: side, after: side },
      page: { slug, story: { en: story } },
    });
    // Straight into the table, past the api's check.
    const strange = ['..', '../../strange', `${dir}/strange`, '%2e%2e%2fstrange', '..%2fstrange', '.', ''];
    const story = 'First </script><b>bold</b>\n\nThen';
    const streets = [
      street('bakery', story),
      ...strange.map((slug) => street(slug, 'Nowhere')),
      street('studio', 'Elsewhere'),
    ];
    start();
    await rendered(await edit('Kom langs', { site: { streets } }));
    expectWhole();
    const html = read('nl/werk/bakery/index.html');
    expect(html).toContain('<title>Bakkerij | Voordeur</title>');
    expect(html).toContain('First &lt;/script&gt;&lt;b&gt;bold&lt;/b&gt;</p>');
    expect(html).toContain('<link rel="canonical" href="http://localhost:8080/nl/werk/bakery" />');
    expect(html).toContain('href="/nl/werk/studio"');
    const block = /<script type="application\/json" id="case">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(block)).toEqual({ path: '/nl/werk/bakery', words: { story } });
    expect(html).not.toContain('Elsewhere');
    expect(read('work/studio/index.html')).toContain('Elsewhere</p>');
    for (const file of ['nl/index.html', 'nl/learn/index.html', 'admin.html'])
      expect(read(file)).not.toMatch(/Elsewhere|Nowhere/);
    expect(read('nl/index.html')).toContain('href="/nl/werk/bakery"');
    expect(read('sitemap.xml')).toContain('<loc>http://localhost:8080/work/studio</loc>');

    const folders = (folder: string) => readdirSync(join(shown(), folder)).sort();
    expect([folders('work'), folders('nl/werk')]).toEqual([
      ['bakery', 'studio'],
      ['bakery', 'studio'],
    ]);
    const known = [...before, 'files'];
    expect(readdirSync(dir).filter((name) => !known.includes(name) && !name.startsWith(build()))).toEqual([]);
    const files = readdirSync(shown(), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.includes('strange'))).toEqual([]);

    await rendered(await edit('Kom langs', { site: { streets: streets.slice(1) } }));
    expect(folders('work')).toEqual(['studio']);
    expect(read('sitemap.xml')).not.toContain('bakery');
  });

  it('keep a setting that the file locks', async () => {
    const locked = join(dir, 'locked-build');
    cpSync(siteBuild, locked, { recursive: true });
    const lookup = 'ipLookup: "/api/ip"';
    const files = readdirSync(locked, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => join(locked, file));
    const [config = '', ...more] = files.filter((file) => readFileSync(file, 'utf8').includes(lookup));
    expect(more).toEqual([]);
    writeFileSync(config, readFileSync(config, 'utf8').replace(lookup, `${lookup}, locked: ["product"]`));

    const site = { product: 'Havenlicht', email: 'me@havenlicht.example' };
    const version = await edit('Kom bij {product}', { text: 'home.pageTitle', site });
    start({ siteBuild: locked });
    await rendered(version);
    expect(read('nl/index.html')).toContain('<title>Kom bij Voordeur</title>');
    expect(read('nl/index.html')).not.toContain('Havenlicht');
    expect(read('nl/privacy/index.html')).toContain('me@havenlicht.example');
  });

  it('are rendered with PUBLIC_URL as it is when the worker starts', async () => {
    await start().beforeApplicationShutdown();
    start({ publicUrl: 'https://front.example' });
    await rendered(null);
    await expect.poll(() => read('robots.txt')).toContain('https://front.example/sitemap.xml');
    expect(read('nl/index.html')).toContain('href="https://front.example/nl"');
  });

  it('follow a database that was brought back', async () => {
    start();
    await rendered(await edit('Kom langs'));
    await database.query('delete from texts');
    const earlier = uuidv7();
    await database.query('update texts_state set version = $1, rendered_version = $1', [earlier]);
    await expect.poll(() => read('nl/index.html')).not.toContain('Kom langs');
  });

  it('get another second with each render, because nginx tells versions by it', async () => {
    start();
    const seconds: number[] = [];
    for (const value of ['Een', 'Vee', 'Zee']) {
      await rendered(await edit(value));
      seconds.push(Math.floor(statSync(join(shown(), 'nl/index.html')).mtimeMs / 1_000));
    }
    expect(new Set(seconds).size).toBe(3);
  });
});

describe('a render that fails', () => {
  it('keeps the previous pages, tells the owner, and is over with the next edit', async () => {
    start();
    await rendered(await edit('Kom langs'));
    const before = shown();
    await edit('Kom {langs');
    await failed(`the text ${key} (nl) is not a valid ICU message: EXPECT_ARGUMENT_CLOSING_BRACE`);
    expect(shown()).toBe(before);
    expect(read('nl/index.html')).toContain('Kom langs');
    await rendered(await edit('Kom binnen'));
    expect(await state()).toMatchObject({ failure: null, failures: 0 });
    expect(read('nl/index.html')).toContain('Kom binnen');
  });

  it('is also one of a text that the page has no value for', async () => {
    start();
    await rendered(null);
    await edit('Kom {langs}');
    await failed('nl/index.html cannot be rendered');
    expect(read('nl/index.html')).not.toContain('langs}');
  });

  it('is tried again by itself', async () => {
    start({ siteBuild: dir });
    await failed('there is no build of the site');
    await expect.poll(async () => (await state())?.failures).toBeGreaterThan(1);
  });
});

describe('many edits', () => {
  it('by many workers end in the last one, and a reader never meets half a render', async () => {
    for (let n = 0; n < 3; n += 1) start();
    await rendered(null);
    let version = '';
    for (let n = 0; n < 40; n += 1) {
      version = await edit(`Kom langs, keer ${n}`);
      expectWhole();
    }
    await rendered(version);
    expect(read('nl/index.html')).toContain('Kom langs, keer 39');
    expectWhole();
  });

  it(
    'a thousand, with the worker killed in the middle, leave pages and table equal',
    { timeout: 240_000 },
    async () => {
      const queues = createTestQueues();
      const begin = (port: number): ChildProcess =>
        spawn(process.execPath, [join(root, 'worker/dist/main.js')], {
          env: {
            DATABASE_URL: database.url,
            REDIS_URL: queues.workerRedisUrl,
            QUEUE_PREFIX: queues.prefix,
            WORKER_PORT: String(port),
            PAGES_DIR: dir,
            LOG_LEVEL: 'silent',
          },
          stdio: 'ignore',
        });
      await database.query(`insert into settings values ('time_zone', 'Europe/Amsterdam')`);
      const port = await freePort();
      let worker = begin(port);
      let version = '';
      try {
        for (let n = 0; n < 1_000; n += 1) {
          version = await edit(`Kom langs, keer ${n}`, { language: n % 2 === 0 ? 'nl' : 'en' });
          await wait(2);
          if (n === 300 || n === 600) {
            // In the middle of a render, not before the first.
            await expect
              .poll(() => readdirSync(dir).filter((name) => name.includes('.')).length, {
                timeout: 30_000,
                interval: 5,
              })
              .toBeGreaterThan(n === 300 ? 0 : 1);
            worker.kill('SIGKILL');
            await once(worker, 'exit');
            worker = begin(port);
          }
        }
        await rendered(version, 60_000);
        expectWhole();
        expect(read('nl/index.html')).toContain('Kom langs, keer 998');
        expect(read('en/index.html')).toContain('Kom langs, keer 999');
      } finally {
        const ended = once(worker, 'exit');
        worker.kill('SIGTERM');
        await ended;
        await queues.clear();
      }
    },
  );
});
