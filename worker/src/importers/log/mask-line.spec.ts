import { expect, test } from 'vitest';
import { maskLine } from './mask-line.js';

test.each([
  ['this is no log line', '<text>'],
  [
    '192.0.2.7 - someone [32/May/2015:10:05:03 +0000] "GET /a?mail=b HTTP/1.1" 200 1 "https://example.org/x" "Mozilla/5.0 (X11)"',
    '<address> - <text> [32/May/2015:10:05:03 +0000] "GET /a?… HTTP/1.1" 200 1 "<text>" "<text> (<text>)"',
  ],
  [
    '2001:db8::1 - 1234 [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 1 "-" "Mozilla/5.0 (X1',
    '<address> - <text> [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 1 "-" "<text> (<text>',
  ],
  ['host.example.net - - GET / 200', '<text> - - GET / 200'],
  ['{"ip":"192.0.2.7","ua":"curl/8.0"}', '{"<text>":"<address>","<text>":"<text>"}'],
  [
    String.raw`2015-05-17 10:05:03 192.0.2.7 GET /a name=Jan+Jansen&mail=jan%40example.org 443 EXAMPLE\jan 2001:db8::1 curl/8.0 200`,
    '2015-05-17 10:05:03 <address> GET /a <text> 443 <text> <address> <text> 200',
  ],
  ['x - - [y] "GET /ask/me@example.org HTTP/1.1"', '<text> - - [<text>] "GET <text> HTTP/1.1"'],
  ['x - - [y] "GET /ask/me%40example.org HTTP/1.1"', '<text> - - [<text>] "GET <text> HTTP/1.1"'],
  ['a \x1b[31mred\x07', '<text> ·[<text>'],
])('%j is shown as %j', (line, shown) => {
  expect(maskLine(line)).toBe(shown);
});

test('a long line is cut', () => {
  expect(maskLine('GET '.repeat(1_000))).toBe(`${'GET '.repeat(40)}…`);
});
