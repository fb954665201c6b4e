import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { thorough } from './browser.js';
import { expect, test } from './test.js';
import { pagesOfSite } from './pages-of-site.js';
import { keepScreenshot } from './screenshots.js';
import {
  accessibilityFaults,
  answerCall,
  answerCalendar,
  heightOf,
  newContext,
  oneOfEachPair,
  sidewaysScroll,
  toastIn,
  untilAlive,
  visit,
} from './site.js';
import { stack } from './stack.js';
import { untilDialogListens } from './waits.js';

const { en, nl } = messages;

/** The browser's own PDF viewer asks for its parts, which are no other host's. */
const ofPdfViewer = /^a request to chrome(-extension)?:/;

/** How much darker than paper the faintest text is, from 1 (white on white) up; only text that is drawn. */
const faintestText = `Math.min(...[...document.querySelectorAll('main *')]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => {
    const [red, green, blue] = getComputedStyle(element).color.match(/[\\d.]+/g).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  }))`;

/** The buttons and the links that look like one, without a line around them. */
const withoutEdge = `[...document.querySelectorAll('button, a.button, a.push, a.social, input:not([tabindex="-1"]), [role=dialog]')]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }))
  .filter((control) => {
    const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(control);
    return outlineStyle === 'none' && (borderTopStyle === 'none' || borderTopWidth === '0px');
  })
  .map((control) => control.className)`;

async function expectEdges(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await keepScreenshot(page, `${name}-forced-colors`, false);
  await expect.poll(() => page.evaluate(withoutEdge)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

for (const [path, title, headline] of oneOfEachPair(pagesOfSite))
  test(`${path} is accessible and shows no fault, at each width, on paper and in forced colours`, async () => {
    const { page, faults } = await visit({ path });
    await expect(page).toHaveTitle(title);
    const h1 = page.getByRole('heading', { level: 1, name: headline });
    await h1.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, `${path}-1440`);
    await expectEdges(page, path);

    for (const width of [320, 375, 768]) {
      await page.setViewportSize({ width, height: heightOf(width) });
      expect(await sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
      if (thorough || path === '/en') expect(await accessibilityFaults(page), `${width} px`).toEqual([]);
      await keepScreenshot(page, `${path}-${width}`);
    }

    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.evaluate<number>(faintestText)).toBeGreaterThanOrEqual(7);
    // Else the sheet itself is dark.
    await expect
      .poll(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme'))
      .toBe('light');
    await expect(page.getByRole('banner').getByText('Voordeur')).toBeVisible();
    await expect(h1).toBeVisible();
    await expect(page.locator('main form, .site-footer, .sky, iframe').filter({ visible: true })).toHaveCount(
      0,
    );
    await keepScreenshot(page, `${path}-print`);
    await page.emulateMedia({ media: 'screen' });

    await page.reload();
    await h1.waitFor();
    await untilAlive(page);
    expect(faults.filter((fault) => !ofPdfViewer.test(fault))).toEqual([]);
  });

test('each popup and change of the home page is accessible, on a page that is not found too', async () => {
  const { page } = await visit({ path: '/no-such-house', clock: 'stopped', before: answerCalendar });
  const main = page.getByRole('main');
  await page.getByText('no house with this number').waitFor();
  await page.getByRole('button', { name: en.bar.pause }).click();
  await main.getByRole('button', { name: en.home.about.turn }).click();
  await main.getByRole('button', { name: en.newsletter.submit }).click();
  await toastIn(page).waitFor();
  await page.getByRole('list', { name: en.home.about.follow }).getByRole('link').first().hover();
  await page.clock.runFor(700);
  await page.locator('.tooltip').waitFor();
  // axe waits on timers.
  await page.clock.resume();
  await keepScreenshot(page, '/en-states', false);
  expect(await accessibilityFaults(page)).toEqual([]);

  await answerCall(page, '/api/setups-inquiry', 503);
  const dialog = page.getByRole('dialog');
  for (const name of [en.home.tiles.setups, en.home.tiles.agents, en.home.about.watch, en.home.hero.book]) {
    await main.getByRole('button', { name, exact: true }).last().click();
    await untilDialogListens(page);
    if (name === en.home.tiles.setups) {
      await dialog.getByLabel(en.setups.email).fill('you@example.org');
      await dialog.getByLabel(en.setups.idea).fill('Every Friday I copy forty orders.');
      await dialog.getByRole('button', { name: en.setups.submit }).click();
      await dialog.getByRole('alert').waitFor();
    }
    await keepScreenshot(page, `/en-${name}`, false);
    expect(await accessibilityFaults(page, '[role=dialog]'), name).toEqual([]);
    await expectEdges(page, `/en-${name}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

test('the offer, the menu and the gate are accessible on a phone', async () => {
  const { page } = await visit({ path: '/nl/learn', locale: 'en-GB', width: 375, clock: 'running' });
  await page.getByRole('complementary', { name: en.languageOffer.label }).waitFor();
  await keepScreenshot(page, '/nl/learn-offer-375', false);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: nl.bar.openMenu }).click();
  await expect(page.getByRole('complementary', { name: en.languageOffer.label })).toBeHidden();
  await keepScreenshot(page, '/nl-menu-375', false);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: nl.bar.closeMenu }).click();

  await answerCall(page, '/api/video-view', 202, { id: '1' });
  await page.getByRole('button', { name: /Video 1/ }).click();
  await untilDialogListens(page);
  await page.clock.runFor(120_000);
  await page.getByRole('heading', { name: nl.learn.gate.title }).waitFor();
  await untilDialogListens(page);
  await keepScreenshot(page, '/nl/learn-gate-375', false);
  expect(await accessibilityFaults(page, '[role=dialog]')).toEqual([]);
  await expectEdges(page, '/nl/learn-gate');
});

test('the chosen tab and the current page of the carousel stand out in forced colours', async () => {
  const edgeOf = (page: Page, selector: string, property: string, pseudo = '') =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'), '${pseudo}').${property}`);
  const { page } = await visit({
    path: '/legal',
    before: (opening) => opening.emulateMedia({ forcedColors: 'active' }),
  });
  await expect
    .poll(() => edgeOf(page, '.tab-links [aria-current]', 'borderBottomColor'))
    .not.toBe(await edgeOf(page, '.tab-links a:not([aria-current])', 'borderBottomColor'));
  await page.goto('/learn');
  await page.getByRole('button', { name: /^Page 1/ }).waitFor();
  await expect
    .poll(() => edgeOf(page, '.pane[aria-current]', 'backgroundColor', '::before'))
    .not.toBe(await edgeOf(page, '.pane:not([aria-current])', 'backgroundColor', '::before'));
});

test.describe('without JavaScript', () => {
  for (const [path, title, headline] of oneOfEachPair(pagesOfSite))
    test(`${path} reads, and offers nothing that does nothing`, async () => {
      const page = await (await newContext({ javaScriptEnabled: false })).newPage();
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await page.getByRole('heading', { level: 1, name: headline }).waitFor();
      await expect
        .poll(async () => (await page.getByRole('main').innerText()).length)
        .toBeGreaterThan(headline.length);
      await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(4);
      for (const width of [375, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const role of ['button', 'tab'] as const)
          await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
        // The menu's button is useless without a script, so the bar shows the links.
        const links = page
          .getByRole('banner')
          .getByRole('link', { name: /^(Contact|Home|Book a free call|Boek Consult)$/ });
        await expect(links.filter({ visible: true })).toHaveCount(3);
      }
    });

  test('buttons that need a script are links', async () => {
    const page = await (await newContext({ javaScriptEnabled: false })).newPage();
    for (const [path, name, href] of [
      ['/en', en.home.contact.ask, 'mailto:hello@voordeur.example'],
      ['/en', en.home.hero.book, '/booking'],
      ['/en', en.home.about.watch, '/media/intro-en.mp4'],
      ['/nl', nl.home.contact.ask, 'mailto:hello@voordeur.example'],
      ['/legal', en.legal.terms, '/terms-en.pdf'],
      ['/nl/booking', 'hello@voordeur.example', 'mailto:hello@voordeur.example'],
    ] as const) {
      await page.goto(path);
      const link = page.getByRole('main').getByRole('link', { name }).first();
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', href);
    }
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
    ['/no-such-house', en.notFound.line],
    ['/nl/geen-huis', nl.notFound.line],
  ] as const)
    test(`${path} is not found, and says so over the landing page`, async () => {
      const response = await fetch(stack.baseUrl + path);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain(line);
      expect(html).toContain('content="noindex"');
    });
});
