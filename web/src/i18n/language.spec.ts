import { describe, expect, it } from 'vitest';
import { languageOfPath, offeredLanguage, pathInOtherLanguage, startPath } from './language';

describe('languageOfPath', () => {
  it.each([
    ['/', 'en'],
    ['/en', 'en'],
    ['/nl', 'nl'],
    ['/nl/', 'nl'],
    ['/nl/learn', 'nl'],
    ['/NL/learn', 'en'],
    ['//nl/learn', 'en'],
    ['/%6El/learn', 'en'],
    ['/nlx', 'en'],
    ['/learn/nl', 'en'],
    ['/admin', 'en'],
    ['/afmelden', 'nl'],
    ['/Afmelden', 'en'],
    ['/afmelden/', 'en'],
    ['/afmelden/x', 'en'],
  ])('%s is %s', (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });
});

describe('pathInOtherLanguage', () => {
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
    expect(pathInOtherLanguage(path)).toBe(other);
  });
});

describe('startPath', () => {
  const dutch = ['nl-NL', 'en'];
  const english = ['en-GB', 'fr'];

  it.each([
    ['a Dutch browser', null, dutch, '/nl'],
    ['a browser that also knows Dutch', null, ['en-US', 'de', 'NL'], '/nl'],
    ['another browser', null, english, '/en'],
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
    ['nl', null, ['de'], 'en'],
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
