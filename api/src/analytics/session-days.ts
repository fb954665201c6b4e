import type { Days } from '@voordeur/contracts/http';
import { readColumns, type SessionColumns, unpackColumns } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { Snapshot } from './query.js';

/** The sessions of one day of the site, `YYYY-MM-DD`. */
export interface SessionDay {
  day: string;
  columns: SessionColumns;
}

/** Few enough that counting them doesn't keep another request waiting. */
const daysAtOnce = 16;

interface PackedDay {
  day: string;
  /** Null where a row has changed since, as of today. */
  packed: string | null;
}

/** The sessions of each of these days that has any, oldest first. */
export async function* sessionDays(snapshot: Snapshot, { from, to }: Days): AsyncGenerator<SessionDay> {
  const ask = (start: string) => {
    const end = later(start, daysAtOnce - 1);
    return snapshot.query<PackedDay>({
      text: `-- packed-sessions: What are the sessions of these days, as far as they are packed?
        select day::text, packed from packed_sessions where day between $1 and $2 order by day`,
      values: [start, end < to ? end : to],
    });
  };
  let next = ask(from);
  for (let start = from; start <= to;) {
    const { rows } = await next;
    start = later(start, daysAtOnce);
    if (start <= to) {
      // Postgres reads these while we count those. If nobody waits for them any more, nobody has to hear why they failed.
      next = ask(start);
      next.catch(() => undefined);
    }
    for (const { day, packed } of rows)
      yield { day, columns: packed === null ? await readColumns(snapshot, day) : unpackColumns(packed) };
  }
}

const later = (day: string, days: number) =>
  DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
