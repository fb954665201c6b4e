import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { pagesOfSite } from './pages-of-site.js';
import { keepScreenshot } from './screenshots.js';
import { accessibilityFaults, newContext, oneOfEachPair, sidewaysScroll, visit } from './site.js';
import { logIn, stack } from './stack.js';

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

/** Names of the elements under a box, by the points that it covers. */
const coveredBy = (box: string, others: string) => `(() => {
  const over = document.querySelector('${box}').getBoundingClientRect();
  return [...document.querySelectorAll('${others}')].filter((other) => {
    const { top, bottom, left, right, width } = other.getBoundingClientRect();
    return width > 0 && top < over.bottom - 1 && bottom > over.top + 1 && left < over.right && right > over.left;
  }).map((other) => other.textContent || other.ariaLabel);
})()`;

test.describe('the offer of the other language', () => {
  const open = async (path: string, size: { width: number; height: number }) => {
    const { context, page } = await visit({
      path,
      locale: path.startsWith('/nl') ? 'en-GB' : 'nl-NL',
    });
    await page.setViewportSize(size);
    await page.locator('.language-offer').waitFor();
    return { context, page };
  };

  for (const [path, width, height] of oneOfEachPair([
    ['/nl', 375, 667],
    ['/en', 375, 667],
    ['/learn', 768, 900],
    ['/nl/legal', 1100, 900],
    ['/unsubscribe', 1440, 900],
    // A phone on its side, and the viewport of 1440 × 900 at 200 % zoom.
    ['/nl/booking', 667, 375],
    ['/nl/booking', 720, 450],
  ]))
    test(`on ${path} at ${width} × ${height} is a line under the bar that covers nothing`, async () => {
      const { page } = await open(path, { width, height });
      await keepScreenshot(page, `${path}-offer-${width}`, false);
      const end = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
      for (const top of [0, end / 2, end]) {
        await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`);
        await expect
          .poll(() => page.evaluate(coveredBy('.language-offer', 'header *, footer a, footer p, main *')))
          .toEqual([]);
      }
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    });

  test('is not over the menu', async () => {
    const { page } = await open('/nl/learn', { width: 375, height: 667 });
    await page.getByRole('button', { name: 'Menu openen' }).click();
    await page.locator('#menu').waitFor();
    await expect(page.locator('.language-offer')).toBeHidden();
  });
});

test.describe('on paper', () => {
  for (const [path] of oneOfEachPair(pagesOfSite))
    test(`${path} is dark on white, without what only a screen has`, async () => {
      const { page } = await visit({ path, width: 768 });
      await page.emulateMedia({ media: 'print' });
      await expect.poll(() => page.evaluate<number>(faintestText)).toBeGreaterThanOrEqual(7);
      // Else the sheet itself is dark.
      await expect
        .poll(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme'))
        .toBe('light');
      await expect(page.getByRole('banner').getByText('Voordeur')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page.locator('main form, .site-footer, .sky, iframe').filter({ visible: true }),
      ).toHaveCount(0);
      await keepScreenshot(page, `${path}-print`);
    });
});

test.describe('in forced colours', () => {
  const open = async (path: string, before?: (page: Page) => Promise<unknown>) => {
    const { context, page } = await visit({
      path,
      before: (opening) => opening.emulateMedia({ forcedColors: 'active' }),
    });
    await before?.(page);
    return { context, page };
  };

  /** The buttons and the links that look like one, without a line around them. */
  const withoutEdge = `[...document.querySelectorAll('button, a.button, a.push, a.social, input:not([tabindex="-1"]), [role=dialog]')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => {
      const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(control);
      return outlineStyle === 'none' && (borderTopStyle === 'none' || borderTopWidth === '0px');
    })
    .map((control) => control.className)`;

  for (const [path, opens] of oneOfEachPair([
    ['/en', undefined],
    ['/en', 'Ask a question'],
    ['/learn', undefined],
    ['/learn', /Video 1/],
    ['/booking', undefined],
    ['/legal', undefined],
    ['/aanmelding-prompt', undefined],
    ['/unsubscribe?email=you@example.org', undefined],
  ]))
    test(`each control of ${path} (${opens}) has an edge`, async () => {
      const { page } = await open(path);
      if (opens) {
        await page.getByRole('main').getByRole('button', { name: opens }).first().click();
        await page.getByRole('dialog').waitFor();
      }
      await keepScreenshot(page, `${path.split('?')[0] ?? ''}-forced-colors${opens ? '-open' : ''}`, !opens);
      await expect.poll(() => page.evaluate(withoutEdge)).toEqual([]);
    });

  test('the chosen tab and the current page of the carousel stand out', async () => {
    const edgeOf = (page: Page, selector: string, property: string, pseudo = '') =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('${selector}'), '${pseudo}').${property}`,
      );
    const legal = await open('/legal');
    await expect
      .poll(() => edgeOf(legal.page, '.tab-links [aria-current]', 'borderBottomColor'))
      .not.toBe(await edgeOf(legal.page, '.tab-links a:not([aria-current])', 'borderBottomColor'));
    await legal.context.close();
    const learn = await open('/learn');
    await expect
      .poll(() => edgeOf(learn.page, '.pane[aria-current]', 'backgroundColor', '::before'))
      .not.toBe(await edgeOf(learn.page, '.pane:not([aria-current])', 'backgroundColor', '::before'));
  });
});

test.describe('without JavaScript', () => {
  for (const [path] of oneOfEachPair(pagesOfSite))
    test(`${path} offers nothing that does nothing`, async () => {
      const context = await newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      for (const width of [375, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
        await expect(page.getByRole('tab').filter({ visible: true })).toHaveCount(0);
        // The menu's button is useless without a script, so the bar shows the links.
        const links = page
          .getByRole('banner')
          .getByRole('link', { name: /^(Contact|Home|Book a free call|Boek Consult)$/ });
        await expect(links.filter({ visible: true })).toHaveCount(3);
      }
    });

  for (const [path, name, href] of [
    ['/en', 'Ask a question', 'mailto:hello@voordeur.example'],
    ['/en', 'Book a free call', '/booking'],
    ['/en', 'Watch the intro', '/media/intro-en.mp4'],
    ['/nl', 'Stel een vraag', 'mailto:hello@voordeur.example'],
    ['/legal', 'Terms', '/terms-en.pdf'],
  ] as const)
    test(`${path}: ${name} is a link to ${href}`, async () => {
      const context = await newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(path);
      const link = page.getByRole('main').getByRole('link', { name }).first();
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', href);
    });
});

test.describe('under the pointer', () => {
  test('the words on the door move with its leaf', async () => {
    const { page } = await visit({ path: '/en' });
    const sizes = () =>
      page.evaluate<{ leaf: number; words: number; gap: number }>(`(() => {
        const leaf = document.querySelector('.tile-door .leaf').getBoundingClientRect();
        const words = document.querySelector('.tile-door .tile-words').getBoundingClientRect();
        return { leaf: leaf.width, words: words.width, gap: words.left - leaf.left };
      })()`);
    const before = await sizes();
    await page.locator('.tile-door').hover();
    await expect.poll(async () => (await sizes()).leaf / before.leaf).toBeCloseTo(0.94, 2);
    const after = await sizes();
    expect(after.words / before.words).toBeCloseTo(0.94, 2);
    expect(after.gap / before.gap).toBeCloseTo(0.94, 1);
    await keepScreenshot(page, '/en-door-open', false);
  });
});

test.describe('the admin on a phone', () => {
  for (const language of oneOfEachPair(['nl', 'en'] as const))
    test(`shows each item of its bar, in ${language}, and no keys of a keyboard`, async () => {
      const { token } = await logIn();
      const context = await newContext({
        baseURL: stack.baseUrl,
        viewport: { width: 375, height: 812 },
        hasTouch: true,
        isMobile: true,
      });
      await context.addInitScript(`localStorage.setItem('admin_session_token', '${token}')`);
      const page = await context.newPage();
      await page.goto('/admin/leads');
      const nav = page.getByRole('banner').getByRole('navigation');
      await nav.waitFor();
      if (language === 'nl') {
        await page.getByRole('contentinfo').getByRole('button').click();
        await nav.getByRole('link', { name: 'Teksten' }).waitFor();
      }
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const link of await nav.getByRole('link').all()) {
        const { x, width } = (await link.boundingBox()) ?? { x: -1, width: 0 };
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(375);
      }
      await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^(Keys|Keyboard|Toetsen|Sneltoetsen)/ })).toHaveCount(0);
      await keepScreenshot(page, `/admin-leads-375-${language}`, false);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
});
