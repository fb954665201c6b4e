import type { Comparison, Days, Filter, RangeName } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { type Selection, selectSessions } from './filter-sessions.js';
import { inSnapshot, type Snapshot } from './query.js';
import { comparedDays } from './range-days.js';
import { readDaysOf } from './read-range.js';
import { type SessionDay, sessionDays } from './session-days.js';

/**
 * Sessions that began in a named range as of `now`, or on the given days, in days of `timeZone`, and that match all
 * filters.
 */
export interface SessionsQuestion {
  range: RangeName | Days;
  filters: Filter[];
  now: Date;
  timeZone: string;
  /** `before` if it isn't said. */
  comparison?: Comparison | undefined;
}

/** A day, and the places of those of its sessions that are selected. */
export interface SelectedDay {
  day: SessionDay;
  kept: Uint32Array;
}

/**
 * Postgres gives up before the api does (`query_timeout`), so the owner hears that her question takes too long and not
 * that Postgres is away. Compiling takes longer than it saves.
 */
export const limits = `set local statement_timeout = '8s'; set local jit = off`;

/** Reads figures of these sessions in one snapshot, and says of which days they are. */
export function inSelection<Figures extends object>(
  db: DataSource,
  { range, filters, now, timeZone, comparison = 'before' }: SessionsQuestion,
  read: (snapshot: Snapshot, sessions: AsyncIterable<SelectedDay>, days: Days) => Promise<Figures>,
): Promise<Figures & Days & { before: Days | null; asOf: string }> {
  return inSnapshot(db, async (snapshot) => {
    const [{ days, known }] = await Promise.all([
      readDaysOf(snapshot, range, now, timeZone),
      snapshot.query(limits),
    ]);
    const selection = selectSessions(filters);
    return {
      ...days,
      before: comparedDays(days, comparison, known),
      ...(await read(snapshot, selectedDays(snapshot, days, selection), days)),
      asOf: known.asOf.toISOString(),
    };
  });
}

async function* selectedDays(
  snapshot: Snapshot,
  days: Days,
  selection: Selection,
): AsyncGenerator<SelectedDay> {
  for await (const day of sessionDays(snapshot, days)) yield { day, kept: selection(day.columns) };
}
