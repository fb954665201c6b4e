import { pipeline, Readable } from 'node:stream';
import { StartupError } from '@voordeur/server';
import { CsvError, type Options, parse } from 'csv-parse';

/** An error in an imported file, as a sentence that quotes nothing from the file. */
export class BadFile extends StartupError {}

/** In one row: the longest text of a form, many times over. */
const longestRow = 65_536;

/** A row by the names of its columns; `line` is the line of the file on which it ends. */
export interface CsvRow {
  line: number;
  cells: Partial<Record<string, string>>;
}

interface CsvForm {
  /** The file's name in a sentence. */
  name: string;
  /** Columns that it must have. */
  needed: string[];
  /** The name of a column as it's used here. */
  nameOf?: (column: string) => string;
}

/**
 * The rows of a CSV file (UTF-8, with or without a byte order mark), one in memory at a time: with commas, semicolons
 * or tabs, whichever its header has the most of, or the one that the first line names for Excel (`sep=;`). Rows without
 * any text are left out, and so are empty cells beyond the header's. Throws `BadFile`, with the line and the column, if
 * it isn't CSV, if a column of `needed` is missing, and for two columns of one name.
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  { name, needed, nameOf = (column) => column }: CsvForm,
): AsyncGenerator<CsvRow> {
  const { delimiter, linesBefore, rest } = await findDelimiter(bytes);
  let columns: string[] | undefined;
  const options: Options<CsvRow, string[]> = {
    bom: true,
    delimiter,
    from_line: linesBefore + 1,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: longestRow,
    // Called before a later row is read, which may be wrong and abort the waiting one.
    on_record: (record, { lines: line }) => {
      if (columns) return { line, cells: cellsOf(columns, record, `${name}, line ${line}`) };
      columns = readHeader(record.map(nameOf), name, needed);
      return null;
    },
  };
  const rows = parse(options as unknown as Options);
  pipeline(Readable.from(rest), rows, () => undefined); // a failure destroys the parser, and is thrown below
  try {
    yield* rows as AsyncIterable<CsvRow>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadFile(describe(error, name, columns));
  }
  if (columns === undefined) throw new BadFile(`${name} is empty.`);
}

function readHeader(columns: string[], name: string, needed: string[]): string[] {
  const missing = needed.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new BadFile(`${name} has no column ${missing.join(', ')}.`);
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) < index);
  if (twice !== undefined) {
    const places = columns.flatMap((column, index) => (column === twice ? index + 1 : []));
    throw new BadFile(`${name} has the same column twice, as number ${places.join(' and ')}.`);
  }
  return columns;
}

function cellsOf(columns: string[], record: string[], line: string): CsvRow['cells'] {
  const beyond = record.slice(columns.length).some((cell) => cell.trim() !== '');
  if (beyond || record.length < columns.length)
    throw new BadFile(
      `${line}: this row doesn't have as many cells as the header (${record.length}, not ${columns.length}). A text that has the character between two cells needs quotes.`,
    );
  return Object.fromEntries(columns.map((column, index) => [column, record[index]]));
}

/** The parser's own words quote the file. */
function describe(error: CsvError, name: string, columns: string[] | undefined): string {
  const { code, lines, index } = error as CsvError & { lines?: number; index?: number };
  const column = columns?.[index ?? -1];
  const where = column === undefined ? '' : `, column ${column}`;
  return `${name}, line ${lines}${where}: this is no CSV (${code}).`;
}

const longestHeader = 10_000;
const delimiters = [',', ';', '\t'];

/** The character between two cells, and how many lines are before the header. */
async function findDelimiter(bytes: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const source = Readable.from(bytes)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let start = Buffer.alloc(0);
  for (let next = await source.next(); !next.done; next = await source.next()) {
    start = Buffer.concat([start, next.value]);
    if (start.length >= longestHeader) break;
  }
  async function* rest() {
    yield start;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  const [first = '', ...others] = start.toString('utf8', 0, longestHeader).split(/\r\n|\r|\n/);
  const said = /^\ufeff?"?sep=([,;\t])"?$/.exec(first)?.[1];
  if (said !== undefined) return { delimiter: said, linesBefore: 1, rest: rest() };
  const header = [first, ...others].find((line) => line.trim() !== '') ?? '';
  const count = (delimiter: string) => header.split(delimiter).length;
  const delimiter = delimiters.reduce((most, one) => (count(one) > count(most) ? one : most));
  return { delimiter, linesBefore: 0, rest: rest() };
}
