import type { VisitEvent } from '@voordeur/contracts/jobs';
import { expect, test } from 'vitest';
import { ImportTally } from './import-tally.js';
import { readUmami } from './read-umami.js';

const nowMs = Date.UTC(2026, 0, 1);
const header =
  'website_id,session_id,visit_id,event_id,country,city,url_path,url_query,referrer_path,referrer_domain,page_title,event_type,created_at';
const row = (more: Partial<Record<string, string>> = {}) => {
  const values: Record<string, string> = {
    ...{ website_id: 'site', session_id: 'session-1', visit_id: 'visit-1', event_id: 'event-1' },
    ...{
      country: 'NL',
      city: "'s-Hertogenbosch",
      url_path: '/learn',
      url_query: 'utm_source=letter&secret=1',
    },
    ...{
      referrer_path: '/search',
      referrer_domain: 'example.org',
      page_title: '"A ""title"",\nof two lines"',
    },
    ...{ event_type: '1', created_at: '2025-05-17 08:05:03' },
    ...more,
  };
  return header
    .split(',')
    .map((column) => values[column])
    .join(',');
};

async function read(...lines: string[]) {
  const tally = new ImportTally();
  const events: VisitEvent[] = [];
  const bytes = [Buffer.from(`${lines.join('\n')}\n`)];
  for await (const event of readUmami({ file: 'umami.csv', bytes, tally, nowMs })) events.push(event);
  return { events, tally };
}

test('a page view keeps its time, page, source, place and visitor', async () => {
  const { events, tally } = await read(header, row());
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^0196dd46-6f98-7/) as string,
      occurredAt: '2025-05-17T08:05:03.000Z',
      source: 'import',
      page: '/learn?utm_source=letter',
      referrer: 'https://example.org/search',
      address: '',
      userAgent: '',
      imported: { visitor: 'session-1', country: 'NL', city: "'s-Hertogenbosch" },
    },
  ]);
  expect(tally).toMatchObject({ lines: 1, pageViews: 1 });
});

test('an event has one id, in every export and with every way to write its time', async () => {
  const { events } = await read(
    header,
    row(),
    row({ created_at: '2025-05-17 10:05:03+02', country: '', city: '', referrer_domain: '' }),
    row({ event_id: 'event-2' }),
    ...['T08:05:03Z', 'T10:05:03+02:00', ' 08:05:03+00', ' 08:05:03 +0000', ' 08:05:03.000'].map((time) =>
      row({ created_at: `2025-05-17${time}` }),
    ),
  );
  for (const { id } of events.slice(3)) expect(id).toBe(events[0]?.id);
  expect(events[1]?.id).toBe(events[0]?.id);
  expect(events[1]).toMatchObject({ imported: { visitor: 'session-1' } });
  expect(events[1]).not.toHaveProperty('referrer');
  expect(events[2]?.id).not.toBe(events[0]?.id);
});

test('every row is counted once: as a page view, or under the reason why not', async () => {
  const { events, tally } = await read(
    header,
    row(),
    row({ event_type: '2' }),
    row({ url_path: '/a.css', url_query: '' }),
    row({ created_at: 'yesterday' }),
    row({ created_at: '1969-12-31 23:59:59' }),
    row({ created_at: '2031-01-01 00:00:00' }),
  );
  expect(events).toHaveLength(1);
  expect(tally.leftOut).toEqual({ 'not-a-page-view': 1, asset: 1, malformed: 3 });
  expect(tally.badLines[0]).toMatchObject({
    lineNumber: 9,
    reason: 'created_at is no time such as 2026-12-31 14:05:00',
    masked: '',
  });
});

test('another file is refused, with what it lacks', async () => {
  await expect(read('date,visitors', '2025-01-01,7')).rejects.toThrow(
    'umami.csv has no column event_id, session_id, created_at, event_type, url_path.',
  );
});

test.each([
  [String.raw`\N`, 'nothing'],
  ['NULL', 'nothing'],
])('%s is %s', async (empty) => {
  const nothing = {
    referrer_domain: empty,
    referrer_path: empty,
    url_query: empty,
    country: empty,
    city: empty,
  };
  const { events } = await read(header, row(nothing));
  expect(events[0]).toMatchObject({ page: '/learn', imported: { visitor: 'session-1' } });
  expect(events[0]).not.toHaveProperty('referrer');
  expect(events[0]?.imported).toEqual({ visitor: 'session-1' });
});

test.each([';', '\t'])('cells with %j between them are read', async (delimiter) => {
  const inCells = (line: string) => line.replaceAll(',', delimiter);
  const { events } = await read(inCells(header), inCells(row({ page_title: 'Title' })));
  expect(events).toEqual((await read(header, row({ page_title: 'Title' }))).events);
});

test.each([
  [
    'a quote within a text',
    row({ page_title: 'He said "hi"' }),
    'umami.csv, line 4, column page_title: this is no CSV',
  ],
  ['a missing cell', row().replace('site,', ''), 'umami.csv, line 5: this row doesn’t have as many cells'],
  [
    'a row without an end',
    row({ page_title: `"${'x'.repeat(70_000)}` }),
    'umami.csv, line 4, column page_title: ',
  ],
])('%s is named with its line, and nothing in it', async (_what, bad, message) => {
  const reading = read(header, row(), bad);
  await expect(reading).rejects.toThrow(message.replace('’', "'"));
  await expect(reading).rejects.not.toThrow(/said|xxx|session-1/);
});
