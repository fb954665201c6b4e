import { expect, test } from 'vitest';
import type { LogLine } from './parse-line.js';
import { readPageView } from './read-page-view.js';

const line: LogLine = {
  address: '192.0.2.7',
  timeMs: Date.UTC(2015, 4, 17),
  request: 'GET / HTTP/1.1',
  status: 200,
  referrer: '',
  userAgent: 'Mozilla/5.0',
};

test.each([
  ['GET / HTTP/1.1', '/'],
  ['GET /nl HTTP/2.0', '/nl'],
  ['GET /nl HTTP/2', '/nl'],
  ['GET /old', '/old'],
  ['GET /a/ HTTP/1.1', '/a/'],
  ['GET /a.html HTTP/1.1', '/a.html'],
  ['GET /a.htm HTTP/1.1', '/a.htm'],
  ['GET /a.PHP?x=1 HTTP/1.1', '/a.PHP'],
  ...['.asp', '.ASPX', '.jsp', '.shtml', '.xhtml', '.do', '.cfm'].map((ending): [string, string] => [
    `GET /a${ending} HTTP/1.1`,
    `/a${ending}`,
  ]),
  ['GET /a HTTP/1.1 ', '/a'],
  ['GET /a?b=c.css HTTP/1.1', '/a'],
  ['GET /v1.2/notes HTTP/1.1', '/v1.2/notes'],
  ['GET /.well-known HTTP/1.1', '/.well-known'],
  ['GET /a.longextension HTTP/1.1', '/a.longextension'],
  ['GET /a. HTTP/1.1', '/a.'],
  ['GET /a b HTTP/1.1', '/a b'],
  ['GET /a?utm_source=x&mail=y@example.com#z HTTP/1.1', '/a?utm_source=x'],
  ['GET http://example.org/a?x=1 HTTP/1.1', '/a'],
  ['GET HTTPS://example.org HTTP/1.1', '/'],
  ['GET http://example.org?utm_source=x HTTP/1.1', '/?utm_source=x'],
  ['GET //example.org/a HTTP/1.1', '//example.org/a'],
  ['GET /mail/y%40example.com/a?UTM_TERM=y%2540example.com HTTP/1.1', '/mail/[address]/a?utm_term=[address]'],
])('%s is a view of %s', (request, page) => {
  expect(readPageView({ ...line, request })).toMatchObject({ page });
});

test.each([
  ['POST / HTTP/1.1', 'not-get'],
  ['HEAD / HTTP/1.1', 'not-get'],
  ['get / HTTP/1.1', 'not-get'],
  ['-', 'not-get'],
  ['', 'not-get'],
  ['\x16\x03\x01', 'not-get'],
  ['GET', 'no-page'],
  ['GET  HTTP/1.1', 'no-page'],
  ['GET * HTTP/1.1', 'no-page'],
  ['GET example.org:443 HTTP/1.1', 'no-page'],
  ['GET index HTTP/1.1', 'no-page'],
  ['GET /a\u0000b HTTP/1.1', 'no-page'],
  ['GET /a\nb HTTP/1.1', 'no-page'],
  ['GET /a.css HTTP/1.1', 'asset'],
  ['GET /a.css?utm_source=x HTTP/1.1', 'asset'],
  ['GET /robots.txt HTTP/1.1', 'asset'],
  ['GET /logo@2x.png#a/b HTTP/1.1', 'asset'],
  ['GET /a.html.gz HTTP/1.1', 'asset'],
  ['GET /feed.php5 HTTP/1.1', 'asset'],
  ['GET http://example.org/a.png HTTP/1.1', 'asset'],
  [`GET /${'a'.repeat(2_048)} HTTP/1.1`, 'page-too-long'],
])('%j is left out: %s', (request, leftOut) => {
  expect(readPageView({ ...line, request })).toEqual({ leftOut });
});

test.each([
  [200, undefined],
  [206, undefined],
  [301, 'redirect'],
  [302, 'redirect'],
  [304, undefined],
  [308, 'redirect'],
  [400, 'status-400-or-above'],
  [503, 'status-400-or-above'],
])('a status of %i: %s', (status, leftOut) => {
  const view = readPageView({ ...line, status });
  expect('leftOut' in view ? view.leftOut : undefined).toBe(leftOut);
});

test('a page of 2,048 characters is kept; a query that is not kept does not count', () => {
  const page = `/${'a'.repeat(2_047)}`;
  expect(readPageView({ ...line, request: `GET ${page}?${'b'.repeat(5_000)} HTTP/1.1` })).toMatchObject({
    page,
  });
});

test('referrer and agent are cut, never within a character, and freed of what Postgres refuses', () => {
  const view = readPageView({ ...line, referrer: 'r'.repeat(5_000), userAgent: `${'a'.repeat(1_023)}😀` });
  expect(view).toMatchObject({ referrer: 'r'.repeat(2_048), userAgent: 'a'.repeat(1_023) });
  expect(readPageView({ ...line, userAgent: 'a\0b\x1bc' })).toMatchObject({ userAgent: 'a\ufffdb\ufffdc' });
});
