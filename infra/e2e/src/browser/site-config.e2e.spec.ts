import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { type Edge, startEdge } from '../helpers/start-nginx.js';
import { buildSite } from './build-site.js';
import { expect, test } from './test.js';
import { newContext, oneOfEachPair, pathOf, runUntilShown, visit } from './site.js';

type Video = Record<string, unknown>;

/** The edge of a site that was built with another configuration; the api's place answers everything with yes. */
async function openSite(change: (config: Record<string, unknown>) => object): Promise<Edge> {
  const built = await buildSite(change);
  if (built.code !== 0) throw new Error(built.output);
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

  for (const [path, title] of [
    ['/en', 'Havenlicht - AI, Automation & More'],
    ['/nl', 'Havenlicht - AI, Automatisering & Meer'],
    ['/learn', 'Learn | Havenlicht'],
  ] as const)
    test(`bears its name on ${path}: ${title}`, async () => {
      const html = (await edge.ask(path)).body.toString();
      expect(/<title>([^<]+)</.exec(html)?.[1]?.replaceAll('&amp;', '&')).toBe(title);
      expect(html).not.toContain('Voordeur');
    });

  for (const [path, promise, streets] of [
    ['/en', 'within 24 hours on working days', 'Streets'],
    ['/nl', 'op werkdagen binnen 24 uur', 'Straten'],
  ] as const)
    test(`says on ${path} that its days off do not count, and nothing of what was left out`, async () => {
      const { page } = await visit({ path, baseUrl: edge.address });
      for (const place of ['#home', '#contact']) await expect(page.locator(place)).toContainText(promise);
      await page.locator('.tile-door').click();
      await page.getByRole('dialog').getByText(promise).waitFor();
      const html = (await edge.ask(path)).body.toString();
      for (const left of ['id="proof"', streets, '<address', 'signature', 'founder'])
        expect(html).not.toContain(left);
    });

  for (const [card, address] of [
    [/Video 1/, 'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0&playsinline=1'],
    [/Video 2/, 'https://player.vimeo.com/video/12345?h=abcdef&autoplay=1&dnt=1'],
    [/Video 3/, '/player?id=3'],
  ] as const)
    test(`asks for ${card} at its provider, on a click and not before`, async () => {
      const { page, faults } = await visit({
        path: '/learn',
        baseUrl: edge.address,
        before: answerProviders,
      });
      await page.getByRole('main').locator('img').first().waitFor();
      expect(elsewhere(faults)).toEqual([]);
      await page.getByRole('button', { name: card }).click();
      await page.getByRole('dialog').getByText('Watched').waitFor();
      await expect.poll(() => elsewhere(faults)).toEqual([expect.stringContaining(address)]);
      await page.frameLocator('iframe').locator('title').waitFor({ state: 'attached' });
    });

  for (const [learn, home, headline, tile] of oneOfEachPair([
    ['/learn', '/en', 'Six short videos.', 'Six short videos. Watch the first two minutes, no sign-up.'],
    [
      '/nl/learn',
      '/nl',
      'Zes korte video’s.',
      'Zes korte video’s. De eerste twee minuten kijk je zonder aanmelden.',
    ],
  ]))
    test(`says on ${learn} and ${home} what holds for videos of other lengths`, async () => {
      const { page } = await visit({ path: learn, baseUrl: edge.address });
      await page.getByRole('heading', { level: 1, name: headline, exact: true }).waitFor();
      await page.getByText('Video 1 · 5:01', { exact: true }).waitFor();
      // Nobody has said how long this one is.
      await page.getByText('Video 2', { exact: true }).waitFor();
      await page.goto(home);
      await page.getByText(tile, { exact: true }).waitFor();
    });

  test('shows an embedded intro in Dutch and its own clip in English', async () => {
    const dutch = await visit({ path: '/nl', baseUrl: edge.address, before: answerProviders });
    await dutch.page.getByRole('button', { name: 'Bekijk de intro' }).click();
    await expect
      .poll(() => dutch.page.getByRole('dialog').locator('iframe').getAttribute('src'))
      .toContain('kjihgfedcba');
    await dutch.context.close();
    const english = await visit({ path: '/en', baseUrl: edge.address, before: answerProviders });
    await english.page.getByRole('button', { name: 'Watch the intro' }).click();
    await expect
      .poll(() => english.page.getByRole('dialog').locator('video').getAttribute('src'))
      .toContain('intro-en');
    expect(elsewhere(english.faults)).toEqual([]);
  });

  test('counts a video on that its provider does not deliver', async () => {
    const { page } = await visit({
      path: '/learn',
      baseUrl: edge.address,
      clock: 'stopped',
      before: (opening) => opening.route(/^https:/, (route) => route.abort()),
    });
    await page.getByRole('button', { name: /Video 1/ }).click();
    await runUntilShown(page, page.getByRole('dialog'));
    await page.clock.runFor(6_000);
    await expect.poll(() => edge.seen.some(({ url }) => url === '/api/video-view')).toBe(true);
    // By its button: a key may go to the player, which has the focus in some browsers.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
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
    await page.getByRole('button', { name: 'Show the calendar' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Tuesday' }).waitFor();
  });

  test('names the number to call where no script runs', async () => {
    const context = await newContext({ baseURL: edge.address, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/booking');
    const call = page.getByRole('link', { name: '+31 (0)20 555 01 23' });
    await expect(call).toHaveAttribute('href', 'tel:+31205550123');
  });

  for (const [origin, does] of [
    ['https://cal.com', 'shows the calendar'],
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
              body:
                origin === 'https://cal.com'
                  ? '<script>parent.postMessage({}, "*")</script>'
                  : `<script>location.replace("${origin}/frame")</script>`,
            }),
          );
        },
      });
      const spoke =
        isShown &&
        page.evaluate('new Promise((resolve) => addEventListener("message", resolve, { once: true }))');
      await page.getByRole('button', { name: 'Show the calendar' }).click();
      await expect(page.locator('iframe')).toHaveAttribute(
        'src',
        'https://cal.com/havenlicht/30min?embed=voordeur&theme=dark',
      );
      if (isShown) await spoke;
      else await expect.poll(() => faults.join()).toContain('frame-src');
      await page.clock.runFor(4_000);
      await expect(page.locator('iframe')).toBeVisible({ visible: isShown });
      await expect(page.getByRole('heading', { name: 'Propose a time' })).toHaveCount(isShown ? 0 : 1);
      // The test wants it to be blocked.
      if (!isShown) faults.length = 0;
    });
});

test.describe('a site whose calendar is a plain link, with one video and no intro', () => {
  let edge: Edge;
  test.beforeAll(async () => {
    edge = await openSite(({ videos }) => ({
      scheduler: { provider: 'link', address: 'https://elsewhere.example/me' },
      videos: (videos as Video[]).slice(0, 1),
      intros: undefined,
    }));
  });
  test.afterAll(() => edge.close());

  test('opens it in a tab of its own, and always proposes a time', async () => {
    const { page, faults } = await visit({ path: '/nl/booking', baseUrl: edge.address });
    const link = page.getByRole('link', { name: /^Open de agenda/ });
    await expect(link).toHaveAttribute('href', 'https://elsewhere.example/me');
    await expect(link).toHaveAttribute('target', '_blank');
    await page.getByRole('heading', { name: 'Stel een moment voor' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('turns no pages of a single video, and offers no intro', async () => {
    const { page } = await visit({ path: '/learn', baseUrl: edge.address });
    await page.getByRole('button', { name: /^Play Video 1/ }).waitFor();
    await expect(page.getByRole('button', { name: /Next|Previous/ })).toHaveCount(0);
    await page.goto('/en');
    await page.getByRole('heading', { name: 'Hours given back' }).waitFor();
    await expect(page.getByText('Watch the intro')).toHaveCount(0);
  });

  test('leads from the meeting card to the booking page', async () => {
    const { page } = await visit({ path: '/en', baseUrl: edge.address });
    await page.getByRole('button', { name: 'Book a free call' }).last().click();
    await expect.poll(() => pathOf(page)).toBe('/booking');
    await page.getByRole('heading', { name: 'Propose a time' }).waitFor();
  });
});

test('a configuration that is wrong stops the build with the name of its field', async () => {
  const built = await buildSite(() => ({ scheduler: { provider: 'calendly', address: 'calendly.com/me' } }));
  built.remove();
  expect(built.code).not.toBe(0);
  expect(built.output).toContain('scheduler.address');
});

function answerProviders(page: Page) {
  return page.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A player</title>' }),
  );
}
