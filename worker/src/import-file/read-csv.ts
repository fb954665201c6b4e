import { pipeline, Readable } from 'node:stream';
import { StartupError } from '@voordeur/server';
import { CsvError, parse } from 'csv-parse';

/** What is wrong with a file that somebody imports, in a sentence without anything that stands in the file. */
export class BadFile extends StartupError {}

/** Of one row: the longest text of a form, many times over. */
const longestRow = 65_536;

/** A row by the names of its columns; `line` is the line of the file on which it ends. */
export interface CsvRow {
  line: number;
  cells: Partial<Record<string, string>>;
}

interface CsvForm {
  /** What the file is called in a sentence. */
  name: string;
  /** Columns that it must have. */
  needed: string[];
  delimiter?: string;
  /** The name of a column as it's used here. */
  nameOf?: (column: string) => string;
}

/**
 * The rows of a CSV file (UTF-8, with or without a byte order mark), one in memory at a time. Throws `BadFile`, with the
 * line, for what isn't CSV, and if a column of `needed` is missing.
 */
export async function* readCsv(
  bytes: Readable,
  { name, needed, delimiter = ',', nameOf = (column) => column }: CsvForm,
): AsyncGenerator<CsvRow> {
  const columns: string[] = [];
  const rows = parse({
    bom: true,
    delimiter,
    info: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    columns: (header: string[]) => {
      columns.push(...header.map(nameOf));
      const missing = needed.filter((column) => !columns.includes(column));
      if (missing.length > 0) throw new BadFile(`${name} has no column ${missing.join(', ')}.`);
      return columns;
    },
  });
  pipeline(bytes, rows, () => undefined); // a failure destroys the parser, and is thrown below
  try {
    for await (const { info, record } of rows as AsyncIterable<ParsedRow>)
      yield { line: info.lines, cells: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser's own words quote the file.
    throw new BadFile(
      `${name}, line ${(error as { lines?: number }).lines}: this is no CSV (${error.code}).`,
    );
  }
  if (columns.length === 0) throw new BadFile(`${name} is empty.`);
}

interface ParsedRow {
  info: { lines: number };
  record: CsvRow['cells'];
}
