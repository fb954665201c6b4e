import { DateTime } from 'luxon';
import type { DataSource, EntityManager } from 'typeorm';
import { type ExportFile, openExport } from './open-export.js';
import {
  type CountryRow,
  type DayRow,
  type PageRow,
  readCountries,
  readDays,
  readPages,
} from './read-tables.js';

/** Totals of the imported days, all of them or those of one import. */
export interface ImportedDays {
  days: number;
  first: string | null;
  last: string | null;
  people: number;
  visitors: number;
}

export interface PlausibleImport {
  imported: ImportedDays;
  /** Days of the export that have page views of our own, or come after one that has. */
  ownDays: number;
  /** Null: we have none. */
  firstOwnDay: string | null;
  /** Rows whose page isn't a path, or is too long. */
  unusedPages: number;
  /** Rows without a count of page views, as old exports have them. */
  unusedCountries: number;
}

const batchSize = 2_000;

/**
 * Puts the days of an export of Plausible's in place of the imported days from its first to its last, apart from those
 * that we counted ourselves: all of them, or, if this throws or its process dies, none. Throws `BadFile` if the export
 * is invalid.
 */
export async function importPlausible(db: DataSource, zip: Buffer, now: Date): Promise<PlausibleImport> {
  const files = await openExport(zip);
  // Somewhere on earth it is tomorrow already.
  const days = await readDays(files.visitors, dayOf(DateTime.fromJSDate(now).plus({ hours: 14 })));
  const sorted = [...days.keys()].sort();
  return db.transaction(async (tx) => {
    // Another import waits.
    await tx.query('lock table imported_days in share row exclusive mode');
    const firstOwnDay = await readFirstOwnDay(tx);
    const isOwn = (day: string) => firstOwnDay !== null && day >= firstOwnDay;
    const kept = [...days.values()].filter(({ day }) => !isOwn(day));
    await tx.query('delete from imported_days where day between $1 and $2', [sorted[0], sorted.at(-1)]);
    await addDays(tx, kept);

    const take = { days, isOwn };
    const unusedPages = await addRows(files.pages, readPages, take, (rows) => addPages(tx, rows));
    const unusedCountries = await addRows(files.locations, readCountries, take, (rows) =>
      addCountries(tx, rows),
    );
    return {
      imported: sumDays(kept),
      ownDays: days.size - kept.length,
      firstOwnDay,
      unusedPages,
      unusedCountries,
    };
  });
}

/** Removes all imported days, and returns their totals. */
export async function forgetPlausible(db: DataSource): Promise<ImportedDays> {
  const rows: [DayRow[], number] = await db.query(
    `delete from imported_days returning to_char(day, 'YYYY-MM-DD') as day, people, visitors`,
  );
  return sumDays(rows[0]);
}

async function readFirstOwnDay(tx: EntityManager): Promise<string | null> {
  const [row] = await tx.query<{ first: string | null }[]>(
    `select to_char(min(day), 'YYYY-MM-DD') as first from (select day from days union all select day from changed_days) as own`,
  );
  return row?.first ?? null;
}

async function addDays(tx: EntityManager, rows: DayRow[]): Promise<void> {
  await tx.query(
    `insert into imported_days (day, people, visitors)
    select day::date, people, visitors from unnest($1::text[], $2::int[], $3::int[]) as rows (day, people, visitors)`,
    [rows.map(({ day }) => day), rows.map(({ people }) => people), rows.map(({ visitors }) => visitors)],
  );
}

/** A page of two hosts, or with two queries, is one. */
async function addPages(tx: EntityManager, rows: PageRow[]): Promise<void> {
  await tx.query(
    `insert into imported_pages (day, page_key, page, people)
    select day::date, md5(page)::uuid, page, sum(people)
    from unnest($1::text[], $2::text[], $3::int[]) as rows (day, page, people) group by day, page
    on conflict (day, page_key) do update set people = imported_pages.people + excluded.people`,
    [rows.map(({ day }) => day), rows.map(({ page }) => page), rows.map(({ people }) => people)],
  );
}

/** An export has a row for each city. */
async function addCountries(tx: EntityManager, rows: CountryRow[]): Promise<void> {
  await tx.query(
    `insert into imported_countries (day, country, people)
    select day::date, country, sum(people)
    from unnest($1::text[], $2::text[], $3::int[]) as rows (day, country, people) group by day, country
    on conflict (day, country) do update set people = imported_countries.people + excluded.people`,
    [rows.map(({ day }) => day), rows.map(({ country }) => country), rows.map(({ people }) => people)],
  );
}

interface Take {
  days: Map<string, DayRow>;
  isOwn: (day: string) => boolean;
}

/** Adds the rows of these files that aren't of our own days. Returns how many can't be used. */
async function addRows<Row extends { day: string }>(
  files: ExportFile[],
  read: (file: ExportFile, days: Map<string, DayRow>) => AsyncIterable<Row | null>,
  { days, isOwn }: Take,
  add: (batch: Row[]) => Promise<void>,
): Promise<number> {
  let unused = 0;
  let batch: Row[] = [];
  for (const file of files) {
    for await (const row of read(file, days)) {
      if (row === null) unused += 1;
      else if (!isOwn(row.day)) batch.push(row);
      if (batch.length < batchSize) continue;
      await add(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await add(batch);
  return unused;
}

function sumDays(rows: DayRow[]): ImportedDays {
  const sorted = rows.map(({ day }) => day).sort();
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    days: rows.length,
    first: sorted[0] ?? null,
    last: sorted.at(-1) ?? null,
    people: sum(rows.map(({ people }) => people)),
    visitors: sum(rows.map(({ visitors }) => visitors)),
  };
}

function dayOf(time: DateTime): string {
  return time.toUTC().toFormat('yyyy-MM-dd');
}
