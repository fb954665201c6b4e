import { expect, test } from './test.js';
import { newContext, pathOf, scrolledTo, visit } from './site.js';
import { stack } from './stack.js';

test.describe('readers of / before it has come alive', () => {
  /** Opens it, with every language and headline that it showed, in their order. */
  async function open(locale: string, stored?: 'en' | 'nl') {
    const read = `window.seen = [];
      new MutationObserver(() => {
        const headline = document.querySelector('h1')?.textContent.split(' ')[0];
        const shown = headline && [document.documentElement.lang, document.title.split(' & ').at(-1), headline].join(' ');
        if (shown && shown !== seen.at(-1)) seen.push(shown);
      }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });`;
    const opened = await visit({
      path: '/?utm_source=x',
      locale,
      before: async (page) => {
        await page.addInitScript(
          read + (stored ? `localStorage.setItem('user_language_choice', '${stored}');` : ''),
        );
      },
    });
    return { ...opened, seen: await opened.page.evaluate<string[]>('seen') };
  }

  const [english, dutch] = ['en More Come', 'nl Meer Kom'];

  for (const [locale, stored, first, last, path] of [
    ['nl-BE', undefined, dutch, dutch, '/nl'],
    ['de-DE', undefined, english, english, '/en'],
    ['nl-NL', 'nl', dutch, dutch, '/nl'],
    ['nl-NL', 'en', dutch, english, '/en'],
    ['en-GB', 'nl', english, dutch, '/nl'],
  ] as const)
    test(`with a browser in ${locale} and ${stored ?? 'nothing'} stored: at first ${first}, at last ${last}`, async () => {
      const { page, faults, seen } = await open(locale, stored);
      if (first === last) expect(seen).toEqual([first]);
      else expect([seen[0], seen.at(-1)]).toEqual([first, last]);
      expect([pathOf(page), faults]).toEqual([`${path}?utm_source=x`, []]);
    });

  test('without JavaScript is in the browser’s language, and leads to the other one', async () => {
    const context = await newContext({
      baseURL: stack.baseUrl,
      locale: 'nl-NL',
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Kom binnen.' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'EN' }).click();
    await page.getByRole('heading', { level: 1, name: 'Come in.' }).waitFor();
  });
});

test('a section of / in Dutch is scrolled to, and is /nl again', async () => {
  const { page } = await visit({ path: '/#contact', locale: 'nl-NL' });
  await expect.poll(() => pathOf(page)).toBe('/nl');
  await expect
    .poll(() => page.evaluate<number>(`document.getElementById('contact').getBoundingClientRect().top`))
    .toBeLessThan(200);
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(300);
});

test('the switch leads to the other language and back, and is remembered', async () => {
  const { page } = await visit({ path: '/learn', locale: 'en-GB' });
  for (const [name, path, language] of [
    ['NL', '/nl/learn', 'nl'],
    ['EN', '/learn', 'en'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect.poll(() => pathOf(page)).toBe(path);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect.poll(() => page.evaluate("localStorage.getItem('user_language_choice')")).toBe(language);
  }
});
