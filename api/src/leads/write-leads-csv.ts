import { Readable } from 'node:stream';
import { type LeadOfPage, safeCsvCell } from '@voordeur/contracts/http';
import { stringify } from 'csv-stringify';

/**
 * Leads as CSV (RFC 4180, UTF-8 with the byte order mark that Excel needs). A formula that a stranger typed must not run
 * in the owner's spreadsheet.
 */
export function writeLeadsCsv(leads: AsyncIterable<LeadOfPage>): Readable {
  const rows = Readable.from(leads, { objectMode: true });
  const csv = stringify({
    bom: true,
    header: true,
    record_delimiter: '\r\n',
    cast: {
      string: safeCsvCell,
      boolean: String,
      object: (value) => (Array.isArray(value) ? value.join(' ') : ''),
    },
    columns: [
      'id',
      'receivedAt',
      'kind',
      'status',
      'verdict',
      'verdictReasons',
      'email',
      'phone',
      'idea',
      'language',
      'videoId',
      'watchTime',
      'timestamp',
      'visit.match',
      'visit.firstPage',
      'visit.referrer',
      'visit.utmSource',
      'visit.utmMedium',
      'visit.utmCampaign',
      'answeredAt',
      'answer.state',
      'answer.dueAt',
      'note',
      'delivery',
      'imported',
    ],
  });
  rows.on('error', (error) => csv.destroy(error));
  return rows.pipe(csv);
}
