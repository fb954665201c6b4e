import { expect, test } from './test.js';
import { newContext, oneOfEachPair, pathOf, scrolledTo, visit } from './site.js';
import { stack } from './stack.js';

const storedChoice = "localStorage.getItem('user_language_choice')";

/** The languages of a browser, most wanted first; and its owner's earlier choice here. */
function given(languages: string[], stored?: 'en' | 'nl') {
  return {
    languages: `Object.defineProperty(navigator, 'languages', { value: ${JSON.stringify(languages)} });`,
    stored: stored ? `localStorage.setItem('user_language_choice', '${stored}');` : '',
  };
}

test.describe('a first visit of /', () => {
  for (const [who, { languages, stored }, path, language] of [
    ['a Dutch browser', given(['nl-NL', 'en']), '/nl', 'nl'],
    ['a browser that also knows Dutch', given(['de-DE', 'nl']), '/nl', 'nl'],
    ['an English browser', given(['en-GB']), '/en', 'en'],
    ['a browser of neither language', given(['de-DE', 'fr']), '/en', 'en'],
    ['a browser that tells no language', given([]), '/en', 'en'],
    ['a Dutch browser and English chosen before', given(['nl-NL'], 'en'), '/en', 'en'],
    ['an English browser and Dutch chosen before', given(['en-GB'], 'nl'), '/nl', 'nl'],
  ] as const)
    test(`by ${who} ends on its language`, async () => {
      const { page, faults } = await visit({
        path: '/?utm_source=x',
        before: (opening) => opening.addInitScript(languages + stored),
      });
      expect(pathOf(page)).toBe(`${path}?utm_source=x`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(faults).toEqual([]);
    });

  for (const [locale, path, endsOn, section] of [
    ['en-GB', '/#about', '/en', 'about'],
    ['nl-NL', '/#contact', '/nl', 'contact'],
  ] as const)
    test(`in ${locale} of ${path} scrolls to the section and is ${endsOn} again`, async () => {
      const { page } = await visit({ path, locale });
      await expect.poll(() => pathOf(page)).toBe(endsOn);
      await expect
        .poll(() =>
          page.evaluate<number>(`document.getElementById('${section}').getBoundingClientRect().top`),
        )
        .toBeLessThan(200);
      await expect.poll(() => scrolledTo(page)).toBeGreaterThan(300);
    });
});

test.describe('readers of / before it has come alive', () => {
  /** Every language and headline that the page showed, in their order, on a slow phone. */
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
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
        await page.addInitScript(read + given([locale], stored).stored);
      },
    });
    return { ...opened, seen: await opened.page.evaluate<string[]>('seen') };
  }

  const [english, dutch] = ['en More Come', 'nl Meer Kom'];

  const browsers = [
    ['nl-NL', dutch, '/nl'],
    ['nl-BE', dutch, '/nl'],
    ['en-GB', english, '/en'],
    ['de-DE', english, '/en'],
  ] as const;
  for (const [locale, only, path] of oneOfEachPair(browsers))
    test(`with a browser in ${locale} is ${only} from the first to the last`, async () => {
      const { page, faults, seen } = await open(locale);
      expect(seen).toEqual([only]);
      expect([pathOf(page), faults]).toEqual([`${path}?utm_source=x`, []]);
    });

  for (const [locale, stored, first, last, path] of [
    ['nl-NL', 'en', dutch, english, '/en'],
    ['en-GB', 'nl', english, dutch, '/nl'],
  ] as const)
    test(`with a browser in ${locale} and a stored ${stored} becomes the stored one`, async () => {
      const { page, faults, seen } = await open(locale, stored);
      expect([seen[0], seen.at(-1)]).toEqual([first, last]);
      expect([pathOf(page), faults]).toEqual([`${path}?utm_source=x`, []]);
    });

  const sameStored = [
    ['nl-NL', 'nl', dutch],
    ['en-GB', 'en', english],
  ] as const;
  for (const [locale, choice, only] of oneOfEachPair(sameStored))
    test(`with a browser in ${locale} and the same stored never changes`, async () => {
      const { seen } = await open(locale, choice);
      expect(seen).toEqual([only]);
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

test.describe('a deep link', () => {
  for (const [path, locale, line, go, other] of oneOfEachPair([
    ['/learn', 'nl-NL', 'Deze pagina is er ook in het Nederlands.', 'Verder in het Nederlands', '/nl/learn'],
    [
      '/nl/legal?tab=terms',
      'en-GB',
      'This page is also available in English.',
      'Continue in English',
      '/legal?tab=terms',
    ],
    [
      '/nl/afmelden?email=a@b.nl',
      'en-GB',
      'This page is also available in English.',
      'Continue in English',
      '/unsubscribe?email=a@b.nl',
    ],
  ]))
    test(`${path} with a browser in ${locale} stays, and offers the other one`, async () => {
      const { page } = await visit({ path, locale });
      expect(pathOf(page)).toBe(path);
      await page.getByText(line).waitFor();
      await page.getByRole('link', { name: go }).click();
      await expect.poll(() => pathOf(page)).toBe(other);
      await page.getByText(line).waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(storedChoice)).toBe(other.startsWith('/nl') ? 'nl' : 'en');
    });

  test('offers nothing in its own language, and not again once dismissed', async () => {
    const { page } = await visit({ path: '/nl/learn', locale: 'en-GB' });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(storedChoice)).toBe('nl');
    await expect(page.getByRole('complementary')).toHaveCount(0);
  });
});

test.describe('the switch', () => {
  for (const [path, dutch, english] of [
    ['/learn', '/nl/learn', '/learn'],
    ['/en', '/nl', '/'],
    ['/confirm', '/nl/bevestigen', '/confirm'],
    ['/no-such-house', '/nl/no-such-house', '/no-such-house'],
  ] as const)
    test(`leads from ${path} to ${dutch} and back to ${english}, and is remembered`, async () => {
      const { page } = await visit({ path, locale: 'en-GB' });
      await page.getByRole('banner').getByRole('link', { name: 'NL' }).click();
      await expect.poll(() => pathOf(page)).toBe(dutch);
      await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
      await expect.poll(() => page.evaluate(storedChoice)).toBe('nl');
      await page.getByRole('banner').getByRole('link', { name: 'EN' }).click();
      await expect.poll(() => pathOf(page)).toBe(english);
      await expect.poll(() => page.evaluate(storedChoice)).toBe('en');
    });

  test('is not on the admin’s pages', async () => {
    const { page } = await visit({ path: '/admin' });
    await page.getByRole('button', { name: 'Access Dashboard' }).waitFor();
    await expect(page.getByRole('banner').getByRole('link', { name: /^(NL|EN)/ })).toHaveCount(0);
  });
});

for (const [path, endsOn, language] of [
  ['/nl/unsubscribe?email=a@b.nl', '/nl/afmelden?email=a@b.nl', 'nl'],
  ['/afmelden', '/afmelden', 'nl'],
  ['/aanmelding-prompt', '/aanmelding-prompt', 'en'],
] as const)
  test(`${path} is read at ${endsOn} in ${language}`, async () => {
    const { page } = await visit({ path });
    expect(pathOf(page)).toBe(endsOn);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  });
