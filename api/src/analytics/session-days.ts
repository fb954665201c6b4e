import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Days } from '@voordeur/contracts/http';
import { type SessionColumns, unpackColumns } from '@voordeur/server';
import { LRUCache } from 'lru-cache';
import type { Snapshot } from './query.js';

/** The sessions of one day of the site, `YYYY-MM-DD`. */
export interface SessionDay {
  day: string;
  columns: SessionColumns;
}

/**
 * Days by version, each of which identifies exactly one content. Filters are usually tried one after another, and reading the days
 * takes longer than counting them.
 */
const unpacked = new LRUCache<string, SessionColumns>({
  maxSize: 128 * 2 ** 20,
  sizeCalculation: bytesOf,
  ttl: 10 * 60_000,
  ttlAutopurge: true,
  updateAgeOnGet: true,
});

/** A string of a list of values, with its place. */
const bytesPerValue = 64;

function bytesOf({ numbers, values }: SessionColumns): number {
  const lists = Object.values(numbers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return lists + Object.values(values).reduce((sum, { length }) => sum + length * bytesPerValue, 0);
}

interface DayVersion {
  day: string;
  version: string;
}

/** Few enough that reading or counting them doesn't keep another request waiting. */
const daysAtOnce = 16;

/** The sessions of these days, a day at a time and the oldest first. A day without sessions is left out. */
export async function* sessionDays(snapshot: Snapshot, { from, to }: Days): AsyncGenerator<SessionDay> {
  const { rows } = await snapshot.query<DayVersion>({
    text: `-- session-days: On which of these days did sessions begin?
      select day::text, version from sessions_by_day where day between $1 and $2 order by day`,
    values: [from, to],
  });
  for (let start = 0; start < rows.length; start += daysAtOnce) {
    const days = rows.slice(start, start + daysAtOnce);
    const columns = await readDays(snapshot, days);
    for (const { day, version } of days) {
      const ofDay = columns.get(version);
      if (ofDay) yield { day, columns: ofDay };
    }
    await letOthersRun();
  }
}

/** The sessions of these days by their version, from where they are already or else from the database. */
async function readDays(snapshot: Snapshot, days: DayVersion[]): Promise<Map<string, SessionColumns>> {
  const found = new Map<string, SessionColumns>();
  const missing: string[] = [];
  for (const { version } of days) {
    const columns = unpacked.get(version);
    if (columns) found.set(version, columns);
    else missing.push(version);
  }
  if (missing.length === 0) return found;
  const { rows } = await snapshot.query<{ version: string; packed: string }>({
    text: `-- packed-sessions: What are the sessions of these days?
      select version, packed from sessions_by_day where day = any($1) and version = any($2::uuid[])`,
    values: [days.map(({ day }) => day), missing],
  });
  for (const { version, packed } of rows) {
    const columns = unpackColumns(packed);
    unpacked.set(version, columns);
    found.set(version, columns);
  }
  return found;
}
