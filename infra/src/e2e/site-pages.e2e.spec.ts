import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.js';
import { accessibilityFaults, sidewaysScroll, visit, widths } from './site.js';
import { stack } from './stack.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const pages = [
  ['/en', 'Voordeur - AI, Automation & More', 'Come in.'],
  ['/nl', 'Voordeur - AI, Automatisering & Meer', 'Kom binnen.'],
  ['/learn', 'Learn | Voordeur', 'Six short videos'],
  ['/nl/learn', 'Leren | Voordeur', 'Zes korte video’s'],
  ['/booking', 'Book a free consult | Voordeur', 'Half an hour'],
  ['/nl/booking', 'Boek een gratis consult | Voordeur', 'Een half uur'],
  ['/aanmelding-prompt', 'The guide | Voordeur', 'The guide is behind this door'],
  ['/nl/aanmelding-prompt', 'De gids | Voordeur', 'De gids ligt achter deze deur'],
  ['/legal', 'Legal | Voordeur', 'The small print'],
  ['/nl/legal', 'Juridisch | Voordeur', 'De kleine lettertjes'],
  ['/privacy', 'Privacy on this site | Voordeur', 'What this house knows of you'],
  ['/nl/privacy', 'Privacy op deze site | Voordeur', 'Wat dit huis van je weet'],
  ['/logos', 'Partner logos | Voordeur', 'Partner logos'],
  ['/nl/logos', 'Partnerlogo’s | Voordeur', 'Partnerlogo’s'],
  ['/unsubscribe', 'Unsubscribe | Voordeur', 'No more letters?'],
  ['/afmelden', 'Afmelden | Voordeur', 'Geen brieven meer?'],
  ['/nl/afmelden', 'Afmelden | Voordeur', 'Geen brieven meer?'],
  ['/confirm', 'Confirm your subscription | Voordeur', 'Shall the letter come?'],
  ['/nl/bevestigen', 'Bevestig je aanmelding | Voordeur', 'Mag de brief komen?'],
] as const;

describe('every page', () => {
  it.each(pages)('%s is accessible, stays on its host and shows no fault', async (path, title, headline) => {
    const { context, page, faults } = await visit(browser, { path });
    expect(await page.title()).toBe(title);
    await page.getByRole('heading', { level: 1, name: headline }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The browser's own PDF viewer asks for its parts.
    expect(faults.filter((fault) => !/^a request to chrome(-extension)?:/.test(fault))).toEqual([]);
    await context.close();
  });

  it.each(pages)('%s reads without JavaScript', async (path, _title, headline) => {
    const context = await browser.newContext({ baseURL: stack.baseUrl, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: headline }).waitFor();
    await context.close();
  });

  it.each(pages.flatMap(([path]) => [320, ...widths].map((width) => [path, width] as const)))(
    '%s at %i px does not scroll sideways',
    async (path, width) => {
      const context = await browser.newContext({
        baseURL: stack.baseUrl,
        viewport: { width, height: 800 },
        locale: path.startsWith('/nl') ? 'nl-NL' : 'en-GB',
      });
      const page = await context.newPage();
      await page.goto(path);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await context.close();
    },
  );
});

describe('for search engines', () => {
  const indexed = pages.filter(([path]) => !/logos|unsubscribe|afmelden|confirm|bevestigen/.test(path));

  it.each(indexed)('%s says where it stands, in which languages, and what it is', async (path, title) => {
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

  it('the sitemap lists exactly the pages that may be listed', async () => {
    const xml = await (await fetch(`${stack.baseUrl}/sitemap.xml`)).text();
    const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    );
    expect(listed.sort()).toEqual(['/', ...indexed.map(([path]) => path)].sort());
    expect(await (await fetch(`${stack.baseUrl}/robots.txt`)).text()).toContain('/sitemap.xml');
  });

  it.each([
    ['/no-such-house', 'There is no house with this number.'],
    ['/nl/geen-huis', 'Dit huisnummer bestaat niet.'],
  ])('%s is not found, and says so over the landing page', async (path, line) => {
    const response = await fetch(stack.baseUrl + path);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain(line);
    expect(html).toContain('content="noindex"');
  });
});
