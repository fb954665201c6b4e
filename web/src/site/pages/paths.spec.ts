import { pagePaths, sitePaths, textLanguages } from '@voordeur/contracts/http';
import { afterEach, describe, expect, it } from 'vitest';
import { languageOfPath, pathInLanguage } from '../../i18n/language';
import { changeSite } from '../../config/site';
import { addressOf, canonicalOf, casePages, movedPath, pageOf, pages, writtenPages } from './paths';

const fileOf = (path: string) => pageOf(path).file;

describe('pages', () => {
  it.each(pages)('$path is reached at its own address, in its own language', (page) => {
    const address = addressOf(page);
    expect(pageOf(address).path).toBe(page.path);
    expect(languageOfPath(address)).toBe(page.language);
  });

  it.each([
    ['/gone', '404.html'],
    ['/nl/weg', 'nl/404.html'],
    ['/nl/a/b', 'nl/404.html'],
    ['/Learn', '404.html'],
    ['/EN', '404.html'],
    ['/NL', '404.html'],
    ['/NL/learn', '404.html'],
    ['/nl/Learn', 'nl/404.html'],
    ['/Admin', '404.html'],
    ['//', '404.html'],
    ['//learn', '404.html'],
    ['/nl//learn', 'nl/404.html'],
    ['//nl/learn', '404.html'],
    ['/learn/', '404.html'],
    ['/%6Cearn', '404.html'],
    ['/nl/%6Cearn', 'nl/404.html'],
    ['/nl%2Flearn', '404.html'],
    ['/index.html', '404.html'],
    ['/learn/index.html', '404.html'],
    ['/administration', '404.html'],
    ['/en/learn', '404.html'],
  ])('%s shows %s, in the language of its first segment', (path, file) => {
    expect(fileOf(path)).toBe(file);
    expect(languageOfPath(path)).toBe(pageOf(path).language);
  });

  it('writes no two pages to one file', () => {
    const files = writtenPages().map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(['home', 'learn', 'booking', 'guide'] as const)('%s is where the figures look for it', (screen) => {
    const paths = pages.filter((page) => page.screen === screen).map(({ path }) => path);
    expect(paths).toEqual(pagePaths[screen]);
  });

  it('that visitors can open are those that the figures never cut', () => {
    const paths = pages.filter(({ screen }) => screen !== 'not-found').map(({ path }) => path);
    // Shared figures are a page of the admin's.
    expect(new Set(sitePaths)).toEqual(new Set([...paths, '/shared']));
  });

  it('writes / in each language', () => {
    const roots = writtenPages().filter((page) => canonicalOf(page) === '/');
    const [first, ...others] = textLanguages;
    expect(roots.map(({ language, file }) => [language, file])).toEqual([
      [first, 'index.html'],
      ...others.map((language) => [language, `index.${language}.html`]),
    ]);
  });
});

describe('movedPath', () => {
  it.each<[path: string, target: string]>([
    ['/nl/unsubscribe', '/nl/afmelden'],
    ['/en/learn', '/learn'],
    ['/en/learn/', '/learn'],
    ...pages.flatMap(({ path, file }) =>
      file === `${path.slice(1)}/index.html` ? [[`/en${path}`, path] as [string, string]] : [],
    ),
  ])('%s has moved to %s', (path, target) => {
    expect(movedPath(path)).toBe(target);
  });

  it.each(['/', '/en', '/en/', '/nl', '/learn', '/en/gone', '/en//learn', '/EN/learn', '/en/Learn', '/en/*'])(
    '%s has not',
    (path) => {
      expect(movedPath(path)).toBe(path);
    },
  );
});

describe('pages of cases', () => {
  afterEach(() => changeSite({}));

  const side = { number: { en: '1' }, text: { en: 'hour' } };
  const street = (slug?: string) => ({
    ...{ name: { en: 'Bakery' }, before: side, after: side },
    ...(slug !== undefined && { page: { slug, story: { en: 'Once' } } }),
  });

  it('are in each language, with the same slug', () => {
    changeSite({ streets: [street(), street('bakery')] });
    expect(casePages().map(({ path, file, language }) => [path, file, language])).toEqual([
      ['/work/bakery', 'work/bakery/index.html', 'en'],
      ['/nl/werk/bakery', 'nl/werk/bakery/index.html', 'nl'],
    ]);
    for (const page of casePages()) {
      expect(pageOf(page.path)).toEqual(page);
      expect(languageOfPath(page.path)).toBe(page.language);
    }
    expect(movedPath('/en/work/bakery')).toBe('/work/bakery');
    expect(pathInLanguage('nl', '/work/bakery')).toBe('/nl/werk/bakery');
    expect(pathInLanguage('en', '/nl/werk/bakery')).toBe('/work/bakery');
    for (const path of ['/work', '/work/', '/work/bakery/', '/nl/work/bakery', '/werk/bakery', '/work/other'])
      expect(pageOf(path).screen).toBe('not-found');
  });

  it.each([
    ...[
      '..',
      '.',
      '',
      '../../x',
      '/etc/passwd',
      '%2e%2e',
      '..%2fx',
      'a/b',
      'a\\b',
      'A',
      'a b',
      'a\n',
      '-a',
      'a-',
    ],
    ...['é', 'a.html', 'a\0', 'a'.repeat(61)],
  ])('are in no folder but their own: %j has none', (slug) => {
    changeSite({ streets: [street(slug)] });
    expect(casePages()).toEqual([]);
  });
});
