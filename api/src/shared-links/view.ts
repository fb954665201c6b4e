import { parse } from 'node:querystring';
import type { Comparison, Days, RangeName, SharedFigures } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { FilteredRangeQueryDto, parseAllFilters } from '../analytics/parse-filters.js';
import { parseRange } from '../analytics/parse-range.js';
import { readRange } from '../analytics/read-range.js';
import { readSessions } from '../analytics/read-sessions.js';
import { parseDto } from '../platform/validation.pipe.js';

/** The range and filters in the query of the screen's address. Throws `invalid-query` if the api would refuse it. */
export function parseView(query: string) {
  const dto = parseDto(FilteredRangeQueryDto, { ...parse(query.replace(/^\?/, '')) }, 'invalid-query');
  return { range: parseRange(dto), comparison: dto.compare, filters: parseAllFilters(dto) };
}

/** The figures of a view as of `now`, in days of `timeZone`. The site's overall figures aren't of the view, so they're left out. */
export async function readSharedFigures(
  db: DataSource,
  query: string,
  now: Date,
  timeZone: string,
): Promise<SharedFigures> {
  const { range, comparison, filters } = parseView(query);
  const question = { range, filters: filters.ofSessions, now, timeZone, comparison };
  const sessions = await readSessions(db, question);
  const { before } = sessions;
  const sessionsBefore =
    before && (await readSessions(db, { ...question, range: before, comparison: 'none' }));
  if (filters.ofSessions.length > 0) return { range: null, rangeBefore: null, sessions, sessionsBefore };

  const readFigures = async (days: RangeName | Days, compare: Comparison | undefined) => {
    const { overall: _, ...figures } = await readRange(db, days, now, timeZone, compare, filters.ofBots);
    return figures;
  };
  return {
    range: await readFigures(range, comparison),
    rangeBefore: before && (await readFigures(before, 'none')),
    ...{ sessions, sessionsBefore },
  };
}
