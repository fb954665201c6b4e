import { pipeline, Readable } from 'node:stream';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import { cutText, storableText } from '@voordeur/server';
import { parse } from 'csv-parse';
import { DateTime } from 'luxon';
import { digestLine, lineId } from './line-ids.js';
import { aheadMs, type LogToRead } from './read-log.js';
import { readPageView } from './read-page-view.js';

/** Umami's table of events (db/clickhouse/schema.sql there), where 1 is a page view and 2 an event of the owner's. */
const needed = ['event_id', 'session_id', 'created_at', 'event_type', 'url_path'];
const pageView = '1';
const longestCity = 100;

type Row = Partial<Record<string, string>>;

/**
 * The page views of a CSV file of Umami's events as visit events. An event has the same id in every file. Counts the other
 * rows by reason; throws when it isn't such a file.
 */
export async function* readUmami({ file, bytes, tally, nowMs }: LogToRead): AsyncGenerator<VisitEvent> {
  const rows = parse({ columns: true, bom: true });
  // A failure destroys the parser, and is thrown below.
  pipeline(Readable.from(bytes), rows, () => undefined);
  let rowNumber = 1;
  for await (const row of rows as AsyncIterable<Row>) {
    tally.lines++;
    rowNumber++;
    const missing = needed.filter((column) => row[column] === undefined);
    if (missing.length > 0)
      throw new Error(`${file} is no export of Umami's events: it has no ${missing.join(', ')}.`);
    const timeMs = DateTime.fromSQL(row['created_at'] ?? '', { zone: 'utc' }).toMillis();
    const view = readPageView({
      ...{ timeMs, address: '', userAgent: '', status: 200 },
      request: `GET ${row['url_path']}${row['url_query'] ? `?${row['url_query']}` : ''}`,
      referrer: row['referrer_domain']
        ? `https://${row['referrer_domain']}${row['referrer_path'] ?? ''}`
        : '',
    });
    if (row['event_type'] !== pageView) tally.leaveOut('not-a-page-view');
    else if (Number.isNaN(timeMs)) tally.leaveOutBad(file, rowNumber, 'no real date', '');
    else if (timeMs > nowMs + aheadMs) tally.leaveOutBad(file, rowNumber, 'a date that is still to come', '');
    else if ('leftOut' in view) tally.leaveOut(view.leftOut);
    else {
      tally.pageViews++;
      yield {
        id: lineId(timeMs, digestLine(Buffer.from(row['event_id'] ?? '')), 0),
        occurredAt: new Date(timeMs).toISOString(),
        source: 'import',
        page: view.page,
        ...(view.referrer !== '' && { referrer: view.referrer }),
        address: '',
        userAgent: '',
        imported: { visitor: row['session_id'] ?? '', ...placeOf(row) },
      };
    }
  }
}

function placeOf({ country = '', city = '' }: Row): { country?: string; city?: string } {
  return {
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(city !== '' && { city: cutText(storableText(city), longestCity) }),
  };
}
