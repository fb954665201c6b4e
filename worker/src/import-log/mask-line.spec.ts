import { expect, test } from 'vitest';
import { maskLine } from './mask-line.js';

test.each([
  ['this is no log line', 'this is no log line'],
  [
    '192.0.2.7 - someone [32/May/2015:10:05:03 +0000] "GET /a?mail=b HTTP/1.1" 200 1 "https://example.org/x" "Mozilla/5.0 (X11)"',
    '<address> - <user> [32/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 1 "<text>" "<text>"',
  ],
  [
    '2001:db8::1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 1 "-" "Mozilla/5.0 (X1',
    '<address> - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 1 "-" "<text>',
  ],
  ['host.example.net - - GET / 200', '<address> - - GET / 200'],
  ['myhost - - [17/May/2015] "GET /a', '<address> - - [17/May/2015] "GET /a'],
  ['{"ip":"192.0.2.7","ua":"curl/8.0"}', '{"<text>":"<text>","<text>":"<text>"}'],
  [
    '2015-05-17 10:05:03 192.0.2.7 GET / - 80 - 2001:db8::1 curl/8.0 200',
    '2015-05-17 10:05:03 <address> GET / - 80 - <address> <agent>',
  ],
  [
    'x - - [y] "GET /a" from 192.0.2.7 Mozilla/5.0 (X11)',
    '<address> - - [y] "GET /a" from <address> <agent>',
  ],
  ['x - - [y] "GET /ask/me@example.org HTTP/1.1"', '<address> - - [y] "GET <email> HTTP/1.1"'],
  ['a \x1b[31mred\x07', 'a ·[31mred·'],
])('%j is shown as %j', (line, shown) => {
  expect(maskLine(line)).toBe(shown);
});

test('a long line is cut', () => {
  expect(maskLine('a'.repeat(1_000_000))).toBe(`${'a'.repeat(160)}…`);
});
