import { expect, test } from 'vitest';
import { keptPage, keptReferrer } from './page.js';

test.each([
  ['/', '/'],
  ['/nl/cases', '/nl/cases'],
  ['/a?', '/a'],
  ['/a?email=x@example.com', '/a'],
  ['/a?utm_source=news', '/a?utm_source=news'],
  ['/a?x=1&utm_source=news&y=2&utm_medium=mail', '/a?utm_source=news&utm_medium=mail'],
  ['/a?utm_source=n%20w&utm_source=', '/a?utm_source=n%20w&utm_source='],
  ['/a#part', '/a'],
  ['/a?utm_source=news#part', '/a?utm_source=news'],
  ['/a#part?utm_source=news', '/a'],
  ['/a?x=utm_source', '/a'],
  ['/a?b?utm_source=news', '/a'],
  ['/caf%C3%A9?UTM_SOURCE=news', '/caf%C3%A9'],
  ['/a?utm=1&&utm_', '/a?utm_'],
])('of %s is kept %s', (sent, kept) => {
  expect(keptPage(sent)).toBe(kept);
});

test.each([
  ['https://search.example/find?q=my+illness&utm_source=x#part', 'https://search.example/find'],
  ['https://search.example/', 'https://search.example/'],
  ['https://user:secret@search.example/a@b?c', 'https://search.example/a@b'],
  ['https://site.example/unsubscribe?token=a.b', 'https://site.example/unsubscribe'],
  ['https://site.example/nl/bevestigen?token=a.b', 'https://site.example/nl/bevestigen'],
  ['https://site.example/afmelden?email=a%40b.nl', 'https://site.example/afmelden'],
  ['https://site.example/documents/guide.pdf?expires=1&sig=x', 'https://site.example/documents/guide.pdf'],
  ['https://site.example/en?x=1&utm_source=letter', 'https://site.example/en?utm_source=letter'],
  ['https://site.example.evil.example/?token=a', 'https://site.example.evil.example/'],
  ['android-app://com.example/?q=x', 'android-app://com.example/'],
  ['no address?q=x', 'no address'],
  ['', ''],
])('of the referrer %s is kept %s', (sent, kept) => {
  expect(keptReferrer(sent, 'site.example')).toBe(kept);
});
