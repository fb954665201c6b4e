import { expect, test } from 'vitest';
import { prefixLength } from './find-address.js';
import { parseLine } from './parse-line.js';

const combined =
  '192.0.2.7 - - [17/May/2015:10:05:03 +0200] "GET /a?b=1 HTTP/1.1" 200 203 "https://example.org/" "Mozilla/5.0 (X11)"';

const read = {
  address: '192.0.2.7',
  timeMs: Date.UTC(2015, 4, 17, 8, 5, 3),
  request: 'GET /a?b=1 HTTP/1.1',
  status: 200,
  referrer: 'https://example.org/',
  userAgent: 'Mozilla/5.0 (X11)',
};

test('a combined line', () => {
  expect(parseLine(combined)).toEqual(read);
});

test('a common line has neither referrer nor agent', () => {
  const line = '192.0.2.7 - - [17/May/2015:10:05:03 +0200] "GET /a?b=1 HTTP/1.1" 200 203';
  expect(parseLine(line)).toEqual({ ...read, referrer: '', userAgent: '' });
});

test.each([
  ['an absent agent and referrer', { referrer: '"-"', userAgent: '"-"' }, { referrer: '', userAgent: '' }],
  ['empty ones', { referrer: '""', userAgent: '""' }, { referrer: '', userAgent: '' }],
  ['a quote as Apache escapes it', { userAgent: String.raw`"a \"b\" c"` }, { userAgent: 'a "b" c' }],
  ['a quote as nginx escapes it', { userAgent: String.raw`"a \x22b\x22"` }, { userAgent: 'a "b"' }],
  ['a backslash before the end', { userAgent: String.raw`"a\\"` }, { userAgent: 'a\\' }],
  ['a backslash before x22', { userAgent: String.raw`"a\\x22"` }, { userAgent: String.raw`a\x22` }],
  ['UTF-8 that nginx escaped', { userAgent: String.raw`"caf\xC3\xA9"` }, { userAgent: 'café' }],
  ['bytes that are no UTF-8', { userAgent: String.raw`"a\xFFb"` }, { userAgent: 'a\ufffdb' }],
  ['an unknown escape', { userAgent: String.raw`"a\qb"` }, { userAgent: String.raw`a\qb` }],
  ['half an escape', { userAgent: String.raw`"a\x2"` }, { userAgent: String.raw`a\x2` }],
  ['control characters', { request: String.raw`"GET /\n\t HTTP/1.1"` }, { request: 'GET /\n\t HTTP/1.1' }],
  [
    'an agent that looks like a line',
    { userAgent: '"x [17/May/2015:10:05:03 +0200] y"' },
    { userAgent: 'x [17/May/2015:10:05:03 +0200] y' },
  ],
  ['a user with blanks', { user: '- some one' }, {}],
  ['a user with brackets', { user: '- some [one]' }, {}],
  ['an address of IPv6', { address: '2001:0DB8::1' }, { address: '2001:db8::1' }],
  ['a mapped address', { address: '::ffff:192.0.2.7' }, {}],
  ['no bytes', { bytes: '-' }, {}],
  ['fields added behind', { more: ' "-" 0.004 "203.0.113.9"' }, {}],
  ['a field added behind that is broken', { more: ' "a "b" c' }, {}],
  ['a field before the referrer', { bytes: '203 0.003' }, {}],
  ['an absent field before the referrer', { bytes: '203 - -' }, {}],
  [
    'a bare - for the referrer',
    { referrer: '-', more: ' 5 "site@docker" "http://10.0.0.1"' },
    { referrer: '' },
  ],
  ['a bare - for the agent', { userAgent: '-', more: ' 5' }, { userAgent: '' }],
  ['a bare - for both', { referrer: '-', userAgent: '-' }, { referrer: '', userAgent: '' }],
  ['only a time behind the bytes', { referrer: '0.003', userAgent: '.' }, { referrer: '', userAgent: '' }],
  ['a host before the request', { request: 'www.example.org "GET /a?b=1 HTTP/1.1"' }, {}],
  ['a leap second', { time: '31/Dec/2016:23:59:60 +0000' }, { timeMs: Date.UTC(2016, 11, 31, 23, 59, 59) }],
  ['a request that isn’t one', { request: '"-"' }, { request: '-' }],
  ['an empty request', { request: '""' }, { request: '' }],
  ['rubbish for a request', { request: String.raw`"\x16\x03\x01\x02"` }, { request: '\x16\x03\x01\x02' }],
  ['a zone behind UTC', { time: '31/Dec/2015:23:30:00 -0130' }, { timeMs: Date.UTC(2016, 0, 1, 1) }],
  ['a leap day', { time: '29/Feb/2016:00:00:00 +0000' }, { timeMs: Date.UTC(2016, 1, 29) }],
])('%s', (_what, fields, expected) => {
  expect(parseLine(lineOf(fields))).toEqual({ ...read, ...expected });
});

test.each([
  ['nothing', ''],
  ['a sentence', 'this is no log line'],
  ['JSON', '{"ip":"192.0.2.7","request":"GET / HTTP/1.1","status":200}'],
  ['no status', lineOf({ status: '-' })],
  ['a status of three naughts', lineOf({ status: '000' })],
  ['no quotes around the request', lineOf({ request: 'GET / HTTP/1.1' })],
  ['an unescaped quote in the agent', lineOf({ userAgent: '"a "b" c' })],
  ['a fifth field that is no word', lineOf({ bytes: 'many' })],
  ['only an agent', combined.replace('"https://example.org/" ', '')],
  ...[30, 50, 65, 85, 100, combined.length - 1].map((length): [string, string] => [
    `cut after ${length} characters`,
    combined.slice(0, length),
  ]),
])('%s is not in the format', (_what, line) => {
  expect(parseLine(line)).toEqual({ malformed: 'not in combined or common format' });
});

test.each([
  ['-', 'no address'],
  ['unix:', 'no address'],
  ['010.8.8.8', 'a host name in place of an address'],
  ['host.example.net', 'a host name in place of an address'],
])('%s has no visitor: %s', (address, malformed) => {
  expect(parseLine(lineOf({ address }))).toEqual({ malformed });
});

test('a line cut off right after its byte count looks like one in the common format', () => {
  expect(parseLine(combined.slice(0, combined.indexOf(' "https')))).toMatchObject({ userAgent: '' });
});

test.each([
  '31/Apr/2015:10:05:03 +0000',
  '29/Feb/2015:10:05:03 +0000',
  '00/May/2015:10:05:03 +0000',
  '17/Mai/2015:10:05:03 +0000',
  '17/may/2015:10:05:03 +0000',
  '17/May/2015:24:05:03 +0000',
  '17/May/2015:10:60:03 +0000',
  '17/May/2015:10:05:61 +0000',
  '17/May/2015:10:05:03 +1500',
  '17/May/2015:10:05:03 +0060',
  '17/May/2015 10:05:03 +0000',
  '17/May/2015:10:05:03 UTC00',
  '01/Jan/1970:00:00:00 +0100',
  '01/Jan/0070:00:00:00 +0000',
])('%s is no real date', (time) => {
  expect(parseLine(lineOf({ time }))).toEqual({ malformed: 'no real date' });
});

test('the nastiest lines cost no more than their length', () => {
  const start = performance.now();
  for (const part of [
    '\\"',
    '" "',
    ' [17/May/2015:10:05:03 +0200] "',
    '[[',
    '\\',
    ' ',
    '17/',
    'a:',
    '1:',
    ':',
    'a.',
    '<1>',
    ', ',
  ]) {
    parseLine(combined.slice(0, 60) + part.repeat(65_536 / part.length));
    parseLine(part.repeat(65_536 / part.length));
    parseLine(`192.0.2.7 - ${part.repeat(65_536 / part.length)}`);
    prefixLength(part.repeat(65_536 / part.length));
  }
  expect(performance.now() - start).toBeLessThan(1_000);
});

function lineOf(fields: Record<string, string>): string {
  const all = {
    address: '192.0.2.7',
    user: '- -',
    time: '17/May/2015:10:05:03 +0200',
    request: '"GET /a?b=1 HTTP/1.1"',
    status: '200',
    bytes: '203',
    referrer: '"https://example.org/"',
    userAgent: '"Mozilla/5.0 (X11)"',
    more: '',
    ...fields,
  };
  const { address, user, time, request, status, bytes, referrer, userAgent, more } = all;
  return `${address} ${user} [${time}] ${request} ${status} ${bytes} ${referrer} ${userAgent}${more}`;
}
