import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import { describe, expect, test } from 'vitest';
import { ImportTally } from './import-tally.js';
import { digestLine, lineId } from '../line-ids.js';
import { readLog } from './read-log.js';

const nowMs = Date.UTC(2026, 0, 1);

test('a page view becomes a visit event with the time of its line', async () => {
  const { events } = await read([lineAt('17/May/2015:10:05:03 +0200', { referrer: 'https://example.org/' })]);
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^014d60e7-a398-7/) as string,
      occurredAt: '2015-05-17T08:05:03.000Z',
      source: 'import',
      page: '/a',
      referrer: 'https://example.org/',
      address: '192.0.2.7',
      userAgent: 'Mozilla/5.0',
    },
  ]);
});

test('an absent agent is empty, an absent referrer is absent', async () => {
  const {
    events: [event],
  } = await read([lineAt('17/May/2015:10:05:03 +0200', { userAgent: '-' })]);
  expect(event).toMatchObject({ userAgent: '' });
  expect(event).not.toHaveProperty('referrer');
});

test('every line is counted once: as a page view, or under the reason why not', async () => {
  const good = lineAt('17/May/2015:10:05:03 +0200');
  const { tally } = await read([
    good,
    good.replace('GET /a', 'POST /a'),
    good.replace('/a HTTP', '/a.css HTTP'),
    good.replace(' 200 ', ' 404 '),
    good.replace(' 200 ', ' 301 '),
    good.replace('192.0.2.7', '-'),
    good.replace('/a HTTP', `/${'a'.repeat(2_048)} HTTP`),
    good.replace('/a HTTP', '* HTTP'),
    '',
    'no log line',
    'x'.repeat(1_000_000),
    lineAt('31/Feb/2015:10:05:03 +0200'),
    lineAt('03/Jan/2026:00:00:00 +0000'),
  ]);
  expect(tally.lines).toBe(13);
  expect(tally.pageViews).toBe(1);
  expect(tally.leftOut).toEqual({
    'not-get': 1,
    asset: 1,
    'status-400-or-above': 1,
    redirect: 1,
    'page-too-long': 1,
    'no-page': 1,
    blank: 1,
    malformed: 5,
  });
});

test('the first five bad lines are kept with number and reason, and without what tells of a person', async () => {
  const bad = lineAt('31/Feb/2015:10:05:03 +0200');
  const { tally } = await read([lineAt('17/May/2015:10:05:03 +0200'), ...Array<string>(7).fill(bad)]);
  expect(tally.badLines.map((line) => line.lineNumber)).toEqual([2, 3, 4, 5, 6]);
  expect(tally.badLines[0]).toMatchObject({ file: 'a.log', reason: 'no real date' });
  expect(JSON.stringify(tally.badLines)).not.toMatch(/192\.0\.2|Mozilla/);
});

describe('ids', () => {
  const first = lineAt('17/May/2015:10:05:03 +0200');
  const second = lineAt('17/May/2015:10:05:04 +0200');

  test('repeated lines are all kept, and are the same at the next reading', async () => {
    const { ids } = await read([first, first, second, first]);
    expect(new Set(ids).size).toBe(4);
    expect((await read([first, first, second, first])).ids).toEqual(ids);
  });

  test('an overlapping file has the same ids where it overlaps', async () => {
    const third = lineAt('17/May/2015:10:05:05 +0200');
    const [, ...overlap] = (await read([first, second, second])).ids;
    expect((await read([second, second, third])).ids.slice(0, 2)).toEqual(overlap);
  });

  test('line ends, a byte order mark and the way the bytes come in make no difference', async () => {
    const { ids } = await read([first, second]);
    expect((await readBytes([Buffer.from(`\ufeff${first}\r\n${second}\r\n`)])).ids).toEqual(ids);
    expect(
      (await readBytes(Array.from(Buffer.from(`${first}\n${second}`), (byte) => Buffer.from([byte])))).ids,
    ).toEqual(ids);
  });

  test('a collector’s prefix makes no difference, and no visitor', async () => {
    const whole = lineAt('17/May/2015:10:05:03 +0200');
    const [plain] = (await read([whole])).events;
    for (const prefix of [
      'Nov 20 11:20:00 web nginx: ',
      'nov  2 11:20:00 web nginx[12]: ',
      '<190>Nov 20 11:20:00 10.0.0.5 nginx: ',
      '<190>1 2026-11-20T11:20:00.123+01:00 web nginx 12 - - ',
      '<190>1 2026-11-20T11:20:00Z web nginx 12 id [a@1 b="c"] ',
      '2026-11-20T10:20:01.123456789Z stdout F ',
      '2026-11-20T10:20:01.123456789+01:00 ',
      '2026-11-20T10:20:01+0100 web nginx[12]: ',
      'nginx-1  | ',
      'nginx-1  | 2026-11-20T10:20:01.123Z ',
      '[pod/web-5d/nginx] ',
      'access.log:',
      '/var/log/nginx/access.log.1:12:',
      '12:',
      'syslog:Nov 20 11:20:00 web nginx: ',
      '\0'.repeat(70_000),
    ])
      expect((await read([prefix + whole])).events, prefix).toEqual([plain]);
  });

  test('a file name in front of an IPv6 address goes, the number of the line with it', async () => {
    const whole = lineAt('17/May/2015:10:05:03 +0200').replace('192.0.2.7', '2001:db8::1');
    const [plain] = (await read([whole])).events;
    expect(plain).toMatchObject({ address: '2001:db8::1' });
    for (const prefix of ['access.log:', 'access.log:12:', '12:'])
      expect((await read([prefix + whole])).events, prefix).toEqual([plain]);
  });

  test.each([
    '192.0.2.7',
    '2001:67c:2564::1',
    '64:ff9b::9161:279b',
    '::ffff:192.0.2.7',
    'fe80::1%eth0',
    '::1',
  ])('a line that begins with %s has that of all of its bytes', async (address) => {
    const whole = lineAt('17/May/2015:10:05:03 +0200').replace('192.0.2.7', address);
    const timeMs = Date.UTC(2015, 4, 17, 8, 5, 3);
    expect((await read([whole])).ids).toEqual([lineId(timeMs, digestLine(Buffer.from(whole)), 0)]);
  });

  test('lines that differ only in bytes that are no UTF-8 stay apart', async () => {
    const [start = '', end = ''] = lineAt('17/May/2015:10:05:03 +0200', { userAgent: '#' }).split('#');
    const withByte = (byte: number) =>
      Buffer.concat([Buffer.from(start), Buffer.from([byte]), Buffer.from(`${end}\n`)]);
    const { ids, events } = await readBytes([withByte(0xfe), withByte(0xff)]);
    expect(new Set(ids).size).toBe(2);
    expect(events.map((event) => event.userAgent)).toEqual(['\ufffd', '\ufffd']);
  });
});

test('sixty thousand lines take no more memory than twenty thousand', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const tally = new ImportTally();
  const usedBytes = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };

  const views = readLog({
    file: 'a.log',
    bytes: manyLines(60_000),
    tally,
    nowMs,
    rememberedLines: 10_000,
  });
  let usedEarly = 0;
  while (!(await views.next()).done) if (tally.pageViews === 20_000) usedEarly = usedBytes();
  expect(tally.pageViews).toBe(60_000);
  expect(usedEarly).toBeGreaterThan(0);
  expect(usedBytes() - usedEarly).toBeLessThan(1_000_000);
});

/** Different lines, a thousand to a piece as a stream brings them. */
function* manyLines(count: number): Generator<Buffer> {
  for (let start = 0; start < count; start += 1_000) {
    let piece = '';
    for (let i = start; i < start + 1_000; i++) {
      piece += `192.0.2.${i % 250} - - [17/May/2015:10:05:03 +0200] "GET /a/${i} HTTP/1.1" 200 1 "-" "Mozilla/5.0"\n`;
    }
    yield Buffer.from(piece);
  }
}

function lineAt(time: string, { referrer = '-', userAgent = 'Mozilla/5.0' } = {}): string {
  return `192.0.2.7 - - [${time}] "GET /a HTTP/1.1" 200 203 "${referrer}" "${userAgent}"`;
}

function read(lines: string[]) {
  return readBytes([Buffer.from(lines.map((line) => `${line}\n`).join(''))]);
}

async function readBytes(bytes: Buffer[]) {
  const tally = new ImportTally();
  const events: VisitEvent[] = [];
  for await (const event of readLog({ file: 'a.log', bytes, tally, nowMs })) events.push(event);
  return { tally, events, ids: events.map((event) => event.id) };
}
