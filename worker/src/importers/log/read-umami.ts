import type { VisitEvent } from '@voordeur/contracts/jobs';
import { cutText, storableText } from '@voordeur/server';
import { DateTime } from 'luxon';
import { type CsvRow, readCsv } from '../read-csv.js';
import { digestLine, lineId } from '../line-ids.js';
import { aheadMs, type LogToRead } from './read-log.js';
import { readPageView } from './read-page-view.js';

/** Umami's table of events (db/clickhouse/schema.sql there), where 1 is a page view and 2 an event of the owner's. */
const needed = ['event_id', 'session_id', 'created_at', 'event_type', 'url_path'];
const pageView = '1';
const longestCity = 100;

type Row = CsvRow['cells'];

/**
 * The page views of a CSV file of Umami's events as visit events. An event has the same id in every file. Counts the other
 * rows by reason; throws `BadFile` when it isn't such a file, with the line that can't be read.
 */
export async function* readUmami({ file, bytes, tally, nowMs }: LogToRead): AsyncGenerator<VisitEvent> {
  for await (const { line, cells } of readCsv(bytes, { name: file, needed })) {
    tally.lines++;
    const row = withoutNulls(cells);
    const timeMs = readTime(row['created_at'] ?? '');
    const view = readPageView({
      ...{ timeMs, address: '', userAgent: '', status: 200 },
      request: `GET ${row['url_path']}${row['url_query'] ? `?${row['url_query']}` : ''}`,
      referrer: row['referrer_domain']
        ? `https://${row['referrer_domain']}${row['referrer_path'] ?? ''}`
        : '',
    });
    if (row['event_type'] !== pageView) tally.leaveOut('not-a-page-view');
    else if (!(timeMs >= 0)) tally.leaveOutBad(file, line, notATime, '');
    else if (timeMs > nowMs + aheadMs) tally.leaveOutBad(file, line, 'a date that is still to come', '');
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

const notATime = 'created_at is no time such as 2026-12-31 14:05:00';

/** As Umami's databases write one, or ISO 8601; in UTC unless it has another offset. NaN for any other text. */
function readTime(text: string): number {
  return DateTime.fromISO(text.trim().replace(' ', 'T').replace(' ', ''), { zone: 'utc' }).toMillis();
}

/** Postgres writes a null as `\\N`, MySQL and some tools as `NULL`. */
function withoutNulls(cells: Row): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, cell === '\\N' || cell === 'NULL' ? '' : cell]),
  );
}

function placeOf({ country = '', city = '' }: Row): { country?: string; city?: string } {
  const code = country.toUpperCase();
  return {
    ...(/^[A-Z]{2}$/.test(code) && { country: code }),
    ...(city !== '' && { city: cutText(storableText(city), longestCity) }),
  };
}
