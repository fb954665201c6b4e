import { expect, test } from './test.js';
import { pagesOfSite } from './pages-of-site.js';
import { keepScreenshot } from './screenshots.js';
import {
  accessibilityFaults,
  heightOf,
  newContext,
  oneOfEachPair,
  sidewaysScroll,
  untilAlive,
  visit,
} from './site.js';
import { stack } from './stack.js';

/** The browser's own PDF viewer asks for its parts, which are no other host's. */
const ofPdfViewer = /^a request to chrome(-extension)?:/;

for (const [path, title, headline] of oneOfEachPair(pagesOfSite))
  test(`${path} is accessible, stays on its host, shows no fault and reads at 320 px`, async () => {
    const { page, faults } = await visit({ path });
    await expect(page).toHaveTitle(title);
    await page.getByRole('heading', { level: 1, name: headline }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, `${path}-1440`);
    await page.setViewportSize({ width: 320, height: heightOf(320) });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: headline }).waitFor();
    await untilAlive(page);
    expect(faults.filter((fault) => !ofPdfViewer.test(fault))).toEqual([]);
  });

test.describe('without JavaScript', () => {
  for (const [path, title, headline] of pagesOfSite)
    test(`${path} reads`, async () => {
      const page = await (await newContext({ javaScriptEnabled: false })).newPage();
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await page.getByRole('heading', { level: 1, name: headline }).waitFor();
      await expect
        .poll(async () => (await page.getByRole('main').innerText()).length)
        .toBeGreaterThan(headline.length);
      await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(4);
    });
});

test.describe('for search engines', () => {
  const indexed = pagesOfSite.filter(([path]) => !/logos|unsubscribe|afmelden|confirm|bevestigen/.test(path));

  for (const [path, title] of indexed)
    test(`${path} gives its address, its languages and its subject`, async () => {
      const html = await (await fetch(stack.baseUrl + path)).text();
      const head = html.slice(0, html.indexOf('</head>'));
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(head)?.[1] ?? '';
      expect(new URL(canonical).pathname).toBe(path);
      const languages = [...head.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language);
      expect(languages).toEqual(['en', 'nl', 'x-default']);
      expect(head).toMatch(/<meta property="og:image" content="[^"]+\/og\/[a-z]+-(en|nl)\.jpg"/);
      const data = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(head)?.[1] ?? '';
      const { '@graph': graph } = JSON.parse(data) as { '@graph': { '@type': string; name: string }[] };
      expect(graph.map(({ '@type': type }) => type)).toEqual(['ProfessionalService', 'WebPage']);
      expect(graph[1]?.name).toBe(title);
    });

  for (const language of ['en', 'nl'])
    test(`/ is canonical in ${language} too, and the default for any other language`, async () => {
      const headers = { 'accept-language': language };
      const html = await (await fetch(stack.baseUrl, { headers })).text();
      expect(html).toContain(`<html lang="${language}">`);
      const links = [
        ...html.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)"/g),
      ];
      expect(links.map(([, , to, href = '']) => [to, new URL(href).pathname])).toEqual([
        [undefined, '/'],
        ['en', '/en'],
        ['nl', '/nl'],
        ['x-default', '/'],
      ]);
    });

  test('the sitemap lists exactly the pages that may be listed', async () => {
    const xml = await (await fetch(`${stack.baseUrl}/sitemap.xml`)).text();
    const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    );
    expect(listed.sort()).toEqual(['/', ...indexed.map(([path]) => path)].sort());
    expect(await (await fetch(`${stack.baseUrl}/robots.txt`)).text()).toContain('/sitemap.xml');
  });

  for (const [path, line] of [
    ['/no-such-house', 'There is no house with this number.'],
    ['/nl/geen-huis', 'Dit huisnummer bestaat niet.'],
  ] as const)
    test(`${path} is not found, and says so over the landing page`, async () => {
      const response = await fetch(stack.baseUrl + path);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain(line);
      expect(html).toContain('content="noindex"');
    });
});
