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
  ['/caf%C3%A9?UTM_SOURCE=news&Utm_Medium=Mail', '/caf%C3%A9?utm_source=news&utm_medium=Mail'],
  ['/a?utm_campaign=x&utm_term=y&utm_content=z', '/a?utm_campaign=x&utm_term=y&utm_content=z'],
  ['/a?utm=1&&utm_&utm_email=x&utm_id=7&utm_source', '/a?utm_source'],
  ['/a?utm_source=%E9t%E9&utm_term=%', '/a?utm_source=%E9t%E9&utm_term=%'],
  ['/@anna/pkg@latest?utm_source=@home', '/@anna/pkg@latest?utm_source=@home'],
])('%s is kept as %s', (sent, kept) => {
  expect(keptPage(sent)).toBe(kept);
});

const spellings = ['jan@x.example', 'jan%40x.example', 'jan%2540x%252Eexample', '"Jan"%20<jan%40x.example>'];

test.each([...spellings, 'JAN%40b%C3%BCcher.example', 'to:jan+news@x.example', '%6Aan%25%34%30x.example'])(
  'no page keeps the address %s',
  (address) => {
    expect(keptPage(`/hello/${address}/a?utm_email=${address}`)).toBe('/hello/[address]/a');
    for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])
      expect(keptPage(`/a?${name.toUpperCase()}=${address}&utm_term=b`)).toBe(
        `/a?${name}=[address]&utm_term=b`,
      );
  },
);

test.each(spellings)('no referrer keeps the address %s', (address) => {
  expect(keptReferrer(`https://mail.example/u/${address}/inbox`, 'site.example')).toBe(
    'https://mail.example/',
  );
  expect(keptReferrer(`android-app://mail.example/${address}`, 'site.example')).toBe(
    'android-app://mail.example/',
  );
  expect(keptReferrer(`https://site.example/a/${address}?utm_source=${address}`, 'site.example')).toBe(
    'https://site.example/a/[address]?utm_source=[address]',
  );
  expect(keptReferrer(address, 'site.example')).toBe('');
  expect(keptReferrer(`mailto:${address}`, 'site.example')).toBe('');
});

test.each([
  ['https://search.example/find?q=my+illness&utm_source=x#part', 'https://search.example/find'],
  ['https://search.example/', 'https://search.example/'],
  ['https://maps.example/place/@52.37,4.89,15z', 'https://maps.example/place/@52.37,4.89,15z'],
  ['https://user:secret@search.example/a@b?c', 'https://search.example/a@b'],
  ['https://site.example/unsubscribe?token=a.b', 'https://site.example/unsubscribe'],
  ['https://site.example/nl/bevestigen?token=a.b', 'https://site.example/nl/bevestigen'],
  ['https://site.example/afmelden?email=a%40b.nl', 'https://site.example/afmelden'],
  ['https://site.example/documents/guide.pdf?expires=1&sig=x', 'https://site.example/documents/guide.pdf'],
  [
    'https://www.site.example/unsubscribe?token=a.b&utm_source=x',
    'https://www.site.example/unsubscribe?utm_source=x',
  ],
  ['https://site.example/en?x=1&utm_source=letter', 'https://site.example/en?utm_source=letter'],
  ['https://site.example.evil.example/?token=a', 'https://site.example.evil.example/'],
  ['android-app://com.example/?q=x', 'android-app://com.example/'],
  ['no address?q=x', 'no address'],
  ['', ''],
])('the referrer %s is kept as %s', (sent, kept) => {
  expect(keptReferrer(sent, 'site.example')).toBe(kept);
  expect(keptReferrer(sent, 'www.site.example')).toBe(kept);
});
