import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';
import pg from 'pg';
import { Advice } from '../local/advice.js';
import { withPostgres } from '../local/with-postgres.js';
import { type Month, type ParquetTable, parquetTables } from './parquet-tables.js';

/** What is in memory of a file at a time. */
const rowsOfGroup = 25_000;
const rowsOfFetch = 5_000;

type SchemaElement = NonNullable<Parameters<typeof parquetWriteRows>[0]['schema']>[number];
type Row = Record<string, unknown>;

interface ParquetExport {
  folder: string;
  /** YYYY-MM, both inclusive; by default, from the first month with a row to this one. */
  from?: string | undefined;
  to?: string | undefined;
  /** Told of each file once it's there. */
  say: (line: string) => void;
  signal?: AbortSignal;
}

/**
 * Writes a Parquet file for each table and month, all from one snapshot, in place of those that are there. When it fails, each file
 * is still whole: the new one or the one from before. Throws `Advice` for a folder or a month that can't be used.
 */
export async function exportParquet(databaseUrl: string, options: ParquetExport): Promise<void> {
  const { folder, say } = options;
  for (const name of ['from', 'to'] as const) checkMonth(name.toUpperCase(), options[name]);
  checkFolder(folder);
  await withPostgres(databaseUrl, async (db) => {
    await db.query('begin isolation level repeatable read read only');
    // Before the snapshot: a month that is sealed after it and before it's read would look empty.
    await db.query('lock table visits, sessions, video_views in access share mode');
    const sealed = await readSealedMonths(db);
    for (const month of await readMonths(db, options)) {
      for (const table of parquetTables) {
        if (table.isRaw && sealed.has(month.name)) {
          say(`${table.name} of ${month.name}: its rows are gone; a file from before stays`);
        } else {
          say(await writeFile(db, table, month, options));
        }
      }
    }
    await db.query('commit');
  });
}

function checkMonth(name: string, value: string | undefined): void {
  if (value === undefined || /^\d{4}-(0[1-9]|1[0-2])$/.test(value)) return;
  throw new Advice(`${name}=${value} isn't a month.`, `write it as ${name}=2026-03.`);
}

function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Advice(
      `DIR can't be written to: ${error instanceof Error ? error.message : ''}`,
      'name a folder that you may write to, or one that can be made.',
    );
  }
}

async function readSealedMonths(db: pg.Client): Promise<Set<string>> {
  const { rows } = await db.query<{ month: string }>(
    `select to_char(month, 'YYYY-MM') as month from sealed_months`,
  );
  return new Set(rows.map(({ month }) => month));
}

async function readMonths(db: pg.Client, { from, ...options }: ParquetExport): Promise<Month[]> {
  const { rows } = await db.query<{ first: string; last: string }>(
    `select to_char(least(
        (select occurred_at at time zone 'UTC' from visits order by id limit 1),
        (select min(occurred_at) at time zone 'UTC' from video_views),
        (select min(day) from visits_by_day),
        (select min(day) from video_views_by_day),
        now() at time zone 'UTC'), 'YYYY-MM') as first,
      to_char(now() at time zone 'UTC', 'YYYY-MM') as last`,
  );
  const { first = '', last = '' } = rows[0] ?? {};
  if (from !== undefined && from > last)
    throw new Advice(`FROM=${from} is still to come.`, `choose a FROM up to ${last}.`);
  const to = options.to ?? last;
  if (to > last) throw new Advice(`TO=${to} is still to come.`, `leave TO out, for ${last}.`);
  if (from !== undefined && to < from)
    throw new Advice(`TO=${to} is before FROM=${from}.`, `choose a TO from ${from} on.`);
  if (to < first) throw new Advice(`Nothing was counted before ${first}.`, `choose a TO from ${first} on.`);
  const months: Month[] = [];
  for (let name = from !== undefined && from > first ? from : first; name <= to;) {
    const start = `${name}-01`;
    const next = new Date(start);
    next.setUTCMonth(next.getUTCMonth() + 1);
    months.push({ name, start, end: next.toISOString().slice(0, 10) });
    name = next.toISOString().slice(0, 7);
  }
  return months;
}

/** Resolves to a line about the file. */
async function writeFile(
  db: pg.Client,
  table: ParquetTable,
  month: Month,
  { folder, signal }: ParquetExport,
): Promise<string> {
  const name = join(table.name, `${month.name}.parquet`);
  const file = join(folder, name);
  const part = `${file}.part`;
  const rows = readRows(db, table, month, signal);
  let count = 0;
  async function* counted() {
    for await (const row of rows) {
      count += 1;
      yield row;
    }
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    await parquetWriteRows({
      writer: fileWriter(part),
      rows: counted(),
      columns: table.columns.map((column) => ({ name: column.name })),
      schema: [{ name: 'root', num_children: table.columns.length }, ...table.columns.flatMap(schemaOf)],
      rowGroupSize: rowsOfGroup,
    });
    syncFile(part);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    if (error instanceof Advice) throw error;
    throw new Error(`${name} couldn't be written.`, { cause: error });
  }
  return `${name}: ${count.toLocaleString('en')} rows, ${Math.ceil(statSync(file).size / 1_000).toLocaleString('en')} kB`;
}

/** A machine that loses its power must not keep the name of a file without its bytes. */
function syncFile(file: string): void {
  const opened = openSync(file, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

/** The month's rows in order of time, one fetch of them in memory. */
async function* readRows(
  db: pg.Client,
  { columns, from }: ParquetTable,
  month: Month,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row> {
  const selected = columns.map(
    ({ name, type, sql }) => `${type === 'day' ? `(${sql}) - date 'epoch'` : sql} as ${name}`,
  );
  await db.query(`declare month_rows no scroll cursor for select ${selected.join(', ')} from ${from(month)}`);
  const longs = columns.filter(({ type }) => type === 'long');
  const numberOf = numberVisitors();
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await db.query<Row>(`fetch ${rowsOfFetch} from month_rows`);
    if (rows.length === 0) break;
    for (const row of rows) {
      for (const { name } of longs) row[name] = BigInt(row[name] as string);
      if (typeof row['visitor'] === 'string') row['visitor'] = numberOf(row['day'], row['visitor']);
      yield row;
    }
  }
  await db.query('close month_rows');
}

/**
 * Numbers visitors as they come. A hash is of one day, so only two days of them are remembered (a clock that goes back at
 * midnight has one day twice).
 */
function numberVisitors(): (day: unknown, visitor: string) => number {
  const days = new Map<unknown, Map<string, number>>();
  let last = 0;
  return (day, visitor) => {
    let known = days.get(day);
    if (!known) {
      const [oldest] = days.keys();
      if (days.size === 2) days.delete(oldest);
      known = new Map<string, number>();
      days.set(day, known);
    }
    let number = known.get(visitor);
    if (number === undefined) known.set(visitor, (number = last += 1));
    return number;
  };
}

/** The older `converted_type` is for readers that know nothing else, and what the writer goes by. */
const elements = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT32' },
  long: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
} as const satisfies Record<string, Partial<SchemaElement>>;

function schemaOf({ name, type }: ParquetTable['columns'][number]): SchemaElement[] {
  const repetition_type = 'OPTIONAL';
  if (type !== 'texts') return [{ name, repetition_type, ...elements[type] }];
  return [
    { name, repetition_type, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type, ...elements.text },
  ];
}
