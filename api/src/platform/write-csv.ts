import { Readable } from 'node:stream';
import { safeCsvCell } from '@voordeur/contracts/http';
import { stringify } from 'csv-stringify';

/**
 * Rows as CSV (RFC 4180, UTF-8 with the byte order mark that Excel needs). A formula that a stranger typed must not run
 * in the owner's spreadsheet. `visit.match` is the field of an object in the row.
 */
export function writeCsv(rows: Iterable<object> | AsyncIterable<object>, columns: string[]): Readable {
  const read = Readable.from(rows, { objectMode: true });
  const csv = stringify({
    bom: true,
    header: true,
    record_delimiter: '\r\n',
    cast: {
      string: safeCsvCell,
      boolean: String,
      object: (value) => (Array.isArray(value) ? value.join(' ') : ''),
    },
    columns,
  });
  read.on('error', (error) => csv.destroy(error));
  return read.pipe(csv);
}
