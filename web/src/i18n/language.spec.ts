import { describe, expect, it } from 'vitest';
import { languageOfPath, offeredLanguage, pathInLanguage, startPath } from './language';

describe('languageOfPath', () => {
  it.each(['/nl', '/nl/', '/nl/learn', '/afmelden'])('%s is Dutch', (path) => {
    expect(languageOfPath(path)).toBe('nl');
  });

  it.each([
    ...['/', '/en', '/nlx', '/learn/nl', '/admin'],
    ...['/NL/learn', '//nl/learn', '/%6El/learn'],
    ...['/Afmelden', '/afmelden/', '/afmelden/x'],
  ])('%s is English', (path) => {
    expect(languageOfPath(path)).toBe('en');
  });
});

describe('pathInLanguage', () => {
  it.each([
    ['/', '/nl'],
    ['/en', '/nl'],
    ['/nl', '/'],
    ['/nl/', '/'],
    ['/learn', '/nl/learn'],
    ['/nl/learn', '/learn'],
    ['/nl/a/b', '/a/b'],
    ['/en/learn', '/nl/learn'],
    ['/nlx', '/nl/nlx'],
    ['/unsubscribe', '/nl/afmelden'],
    ['/nl/afmelden', '/unsubscribe'],
    ['/afmelden', '/unsubscribe'],
    ['/confirm', '/nl/bevestigen'],
    ['/nl/bevestigen', '/confirm'],
  ])('%s is %s', (path, other) => {
    expect(pathInLanguage(languageOfPath(path) === 'en' ? 'nl' : 'en', path)).toBe(other);
  });
});

describe('startPath', () => {
  const dutch = ['nl-NL', 'en'];
  const english = ['en-GB', 'fr'];

  it.each([
    ['a Dutch browser', null, dutch, '/nl'],
    ['a browser that also knows Dutch', null, ['en-US', 'fr', 'NL'], '/nl'],
    ['another browser', null, english, '/en'],
    ['a browser whose code only begins alike', null, ['nld', 'nlx-NL'], '/en'],
    ['a browser of another country', null, ['nl-BE'], '/nl'],
    ['a stored choice before the browser', 'en', dutch, '/en'],
    ['a stored choice before the browser', 'nl', english, '/nl'],
    ['a stored value that is no language', 'xx', dutch, '/nl'],
  ])('moves / for %s, whatever the page is in', (_, stored, browser, path) => {
    expect(startPath({ stored, browser }, 'en')).toBe(path);
    expect(startPath({ stored, browser }, 'nl')).toBe(path);
  });

  it('stays with the language of the page when the browser says nothing', () => {
    expect(startPath({ stored: null, browser: [] }, 'en')).toBe('/en');
    expect(startPath({ stored: null, browser: [] }, 'nl')).toBe('/nl');
  });
});

describe('offeredLanguage', () => {
  it.each([
    ['en', null, ['nl-NL'], 'nl'],
    ['en', null, ['en-US', 'nl'], 'nl'],
    ['nl', null, ['en-GB'], 'en'],
    ['nl', null, ['fr'], 'en'],
    ['nl', null, ['nl'], null],
    ['en', 'en', ['nl'], null],
    ['nl', 'en', ['nl'], 'en'],
    ['nl', null, [], null],
  ] as const)(
    'on a page in %s, with %s stored and a browser in %s, offers %s',
    (shown, stored, browser, offered) => {
      expect(offeredLanguage(shown, { stored, browser })).toBe(offered);
    },
  );
});
