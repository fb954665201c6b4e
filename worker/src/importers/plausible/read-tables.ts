import { keptPage, pathOfPage, textLimits } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import { BadFile, type CsvRow, readCsv } from '../read-csv.js';
import type { ExportFile } from './open-export.js';

export interface DayRow {
  day: string;
  people: number;
  visitors: number;
}

export interface PageRow {
  day: string;
  page: string;
  people: number;
}

export interface CountryRow {
  day: string;
  country: string;
  people: number;
}

/** More than any small site has in a day; a sum of some fits an integer. */
const mostOfDay = 100_000_000;
/** As far back as the owner's figures reach. */
const mostDays = 7_305;

const path = new RegExp(pathOfPage, 'u');
const country = /^[A-Z]{2}$/;

/** The days of an export. Throws `BadFile`, with file and line, for invalid rows, and if a day is there twice. */
export async function readDays(files: ExportFile[], today: string): Promise<Map<string, DayRow>> {
  const days = new Map<string, DayRow>();
  for (const file of files) {
    for await (const row of rowsOf(file, ['date', 'visitors', 'pageviews'])) {
      const day = dayOf(row, file, today);
      if (days.has(day)) throw bad(file, row, `${day} is there twice`);
      if (days.size === mostDays) throw bad(file, row, `more than ${mostDays} days`);
      days.set(day, {
        day,
        people: countOf('pageviews', row, file),
        visitors: countOf('visitors', row, file),
      });
    }
  }
  return days;
}

/** Page views by path; null for one that isn't a path, or is longer than those that we store. */
export async function* readPages(
  file: ExportFile,
  days: Map<string, DayRow>,
): AsyncGenerator<PageRow | null> {
  for await (const row of rowsOf(file, ['date', 'page', 'pageviews'])) {
    const day = knownDayOf(row, file, days);
    const people = countOf('pageviews', row, file);
    const [page = ''] = keptPage(row.cells['page'] ?? '').split('?', 1);
    yield path.test(page) && page.length <= textLimits.page ? { day, page, people } : null;
  }
}

/** Page views by country, `ZZ` for a code that isn't one; null where there's no such count, as in old exports. */
export async function* readCountries(
  file: ExportFile,
  days: Map<string, DayRow>,
): AsyncGenerator<CountryRow | null> {
  for await (const row of rowsOf(file, ['date', 'country'])) {
    const day = knownDayOf(row, file, days);
    const { country: code = '', pageviews } = row.cells;
    if (pageviews === undefined) yield null;
    else
      yield {
        day,
        country: country.test(code) ? code : 'ZZ',
        people: countOf('pageviews', row, file),
      };
  }
}

async function* rowsOf(file: ExportFile, needed: string[]): AsyncGenerator<CsvRow> {
  const { name } = file;
  try {
    yield* readCsv(await file.open(), { name, needed });
  } catch (error) {
    if (error instanceof BadFile) throw error;
    throw new BadFile(`${name} cannot be unpacked: ${error instanceof Error ? error.message : ''}`);
  }
}

function dayOf(row: CsvRow, file: ExportFile, today: string): string {
  const day = row.cells['date'] ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !DateTime.fromISO(day, { zone: 'utc' }).isValid)
    throw bad(file, row, 'its date is no day such as 2026-12-31');
  if (day > today) throw bad(file, row, 'its date is still to come');
  return day;
}

function knownDayOf(row: CsvRow, file: ExportFile, days: Map<string, DayRow>): string {
  const day = row.cells['date'] ?? '';
  if (!days.has(day)) throw bad(file, row, 'no imported_visitors has its date');
  return day;
}

function countOf(column: string, row: CsvRow, file: ExportFile): number {
  const text = row.cells[column] ?? '';
  if (!/^\d{1,9}$/.test(text) || Number(text) > mostOfDay) throw bad(file, row, `its ${column} is no count`);
  return Number(text);
}

function bad({ name }: ExportFile, { line }: CsvRow, reason: string): BadFile {
  return new BadFile(`${name}, line ${line}: ${reason}.`);
}
