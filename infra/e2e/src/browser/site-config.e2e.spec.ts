import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { type Edge, startEdge } from '../helpers/start-nginx.js';
import { buildSite } from './build-site.js';
import { expect, test } from './test.js';
import { untilAlive, visit } from './site.js';

const { en, nl } = messages;

type Video = Record<string, unknown>;

/** The edge of a site that was built with another configuration; the api's place answers everything with yes. */
async function openSite(change: (config: Record<string, unknown>) => object): Promise<Edge> {
  const built = await buildSite(change);
  const edge = await startEdge({
    onFiles: (dir) => {
      cpSync(built.dist, dir, { recursive: true });
    },
    answer: (_request, response) => {
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"1"}');
    },
  });
  built.remove();
  return edge;
}

/** Requests to other hosts, as they are made; `newVisitor` keeps them among its faults. */
const elsewhere = (faults: string[]) =>
  faults.filter((fault) => fault.startsWith('a request to http')).map((fault) => fault.slice(13));

test.describe('a site of another name, with its videos at providers and its calendar at Cal.com', () => {
  const player = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A player</title>');
  });
  let edge: Edge;
  test.beforeAll(async () => {
    await new Promise<void>((done) => player.listen(0, '127.0.0.1', done));
    const ownPlayer = `http://127.0.0.1:${(player.address() as AddressInfo).port}/player?id=3`;
    edge = await openSite(({ videos, intros }) => ({
      product: 'Havenlicht',
      phone: '+31 (0)20 555 01 23',
      ...{ person: undefined, company: undefined, streets: undefined, quote: undefined, price: undefined },
      daysOff: ['saturday', 'sunday'],
      videos: (videos as Video[]).map((video, index) => ({
        ...video,
        // Captions and chapters are of our own files alone.
        ...(index < 3 && { captions: undefined, chapters: undefined }),
        ...[
          { provider: 'youtube', source: 'abcdefghijk', seconds: 301 },
          { provider: 'vimeo', source: '12345/abcdef' },
          { provider: 'youtube', source: 'abcdefghijk', embedUrl: ownPlayer },
        ][index],
      })),
      intros: {
        ...(intros as object),
        nl: {
          ...(intros as Record<string, object>)['nl'],
          ...{ provider: 'youtube', source: 'kjihgfedcba', captions: undefined },
        },
      },
      scheduler: { provider: 'cal', address: 'https://cal.com/havenlicht/30min' },
    }));
  });
  test.afterAll(async () => {
    await edge.close();
    player.close();
  });
  const read = async (path: string) =>
    (await edge.ask(path)).body.toString().replaceAll('&amp;', '&').replaceAll('<!-- -->', '');

  for (const [path, title, promise, streets, lengths] of [
    [
      '/en',
      'Havenlicht - AI, Automation & More',
      'within 24 hours on working days',
      'Streets',
      'Six short videos. Watch the first two minutes, no sign-up.',
    ],
    [
      '/nl',
      'Havenlicht - AI, Automatisering & Meer',
      'op werkdagen binnen 24 uur',
      'Straten',
      'Zes korte video’s. De eerste twee minuten kijk je zonder aanmelden.',
    ],
  ] as const)
    test(`bears its name on ${path}, and says what holds for it and nothing of what was left out`, async () => {
      const html = await read(path);
      expect(/<title>([^<]+)</.exec(html)?.[1]).toBe(title);
      for (const part of [/id="home".+?<\/section>/s, /id="contact".+/s])
        expect(part.exec(html)?.[0]).toContain(promise);
      expect(html).toContain(lengths);
      for (const left of ['Voordeur', 'id="proof"', streets, '<address', 'signature', 'founder'])
        expect(html).not.toContain(left);
    });

  test('names the lengths that it knows, and the number to call where no script runs', async () => {
    const learn = await read('/learn');
    expect(/<title>([^<]+)</.exec(learn)?.[1]).toBe('Learn | Havenlicht');
    expect(learn).toMatch(/<h1[^>]*>Six short videos\.<\/h1>/);
    expect(learn).toContain('>Video 1 · 5:01<');
    // Nobody has said how long this one is.
    expect(learn).toContain('>Video 2<');
    expect(await read('/booking')).toContain('href="tel:+31205550123"');
  });

  test('asks for each video at its provider, on a click and not before', async () => {
    const { page, faults } = await visit({ path: '/learn', baseUrl: edge.address, before: answerProviders });
    await page.getByRole('main').locator('img').first().waitFor();
    for (const [card, address] of [
      [/Video 1/, 'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0&playsinline=1'],
      [/Video 2/, 'https://player.vimeo.com/video/12345?h=abcdef&autoplay=1&dnt=1'],
      [/Video 3/, '/player?id=3'],
    ] as const) {
      expect(elsewhere(faults)).toEqual([]);
      await page.getByRole('button', { name: card }).click();
      await page.getByRole('dialog').getByText(en.learn.seen).waitFor();
      await expect.poll(() => elsewhere(faults)).toEqual([expect.stringContaining(address)]);
      await page.frameLocator('iframe').locator('title').waitFor({ state: 'attached' });
      // By its button: a key may go to the player, which has the focus in some browsers.
      await page.getByRole('dialog').getByRole('button', { name: en.common.close }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      faults.length = 0;
    }
  });

  test('shows an embedded intro in Dutch and its own clip in English', async () => {
    const { page, faults } = await visit({ path: '/en', baseUrl: edge.address, before: answerProviders });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: en.home.about.watch }).click();
    await expect.poll(() => dialog.locator('video').getAttribute('src')).toContain('intro-en');
    expect(elsewhere(faults)).toEqual([]);
    await page.goto('/nl');
    await untilAlive(page);
    await page.getByRole('button', { name: nl.home.about.watch }).click();
    await expect.poll(() => dialog.locator('iframe').getAttribute('src')).toContain('kjihgfedcba');
  });

  test('lets Cal.com know that it was heard: until then its calendar stays invisible', async () => {
    const { page } = await visit({
      path: '/booking',
      baseUrl: edge.address,
      before: (opening) =>
        opening.route('https://cal.com/**', (route) =>
          route.fulfill({
            contentType: 'text/html',
            body: `<body style="visibility:hidden"><h1>Tuesday</h1><script>
              addEventListener('message', ({ data }) => {
                if (data.originator === 'CAL' && data.method === 'parentKnowsIframeReady')
                  document.body.style.visibility = 'visible';
              });
              parent.postMessage({ originator: 'CAL', type: '__iframeReady' }, '*');
            </script>`,
          }),
        ),
    });
    await page.getByRole('button', { name: en.booking.open }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Tuesday' }).waitFor();
  });

  for (const [origin, does] of [
    ['https://app.cal.com', 'shows the calendar'],
    ['https://cal.com.evil.example', 'is never asked, and offers another way'],
  ] as const)
    test(`a calendar that sends on to ${origin} ${does}`, async () => {
      const isShown = !origin.includes('evil');
      const { page, faults } = await visit({
        path: '/booking',
        baseUrl: edge.address,
        clock: 'stopped',
        before: async (opening) => {
          await opening.route(/^https:/, (route) =>
            route.fulfill({ contentType: 'text/html', body: '<script>parent.postMessage({}, "*")</script>' }),
          );
          // Cal.com's own page sends on to where the calendar is.
          await opening.route('https://cal.com/**', (route) =>
            route.fulfill({
              contentType: 'text/html',
              body: `<script>location.replace("${origin}/frame")</script>`,
            }),
          );
        },
      });
      const spoke =
        isShown &&
        page.evaluate('new Promise((resolve) => addEventListener("message", resolve, { once: true }))');
      await page.getByRole('button', { name: en.booking.open }).click();
      await expect(page.locator('iframe')).toHaveAttribute(
        'src',
        'https://cal.com/havenlicht/30min?embed=voordeur&theme=dark',
      );
      if (isShown) await spoke;
      else await expect.poll(() => faults.join()).toContain('frame-src');
      await page.clock.runFor(4_000);
      await expect(page.locator('iframe')).toBeVisible({ visible: isShown });
      await expect(page.getByRole('heading', { name: en.booking.proposeTitle })).toHaveCount(isShown ? 0 : 1);
      // The test wants it to be blocked.
      if (!isShown) faults.length = 0;
    });
});

function answerProviders(page: Page) {
  return page.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A player</title>' }),
  );
}
