import { rangeNames, type RangeName } from '@voordeur/contracts/http';
import { ApiError } from '../platform/api-error.js';

const dayMs = 86_400_000;
/** Twenty years: more days than any dashboard shows, few enough to list. */
export const mostDays = 7_305;

/** Days of the site's zone, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

/**
 * The range of `?last=30d`, or the days of `?from=YYYY-MM-DD&to=YYYY-MM-DD`, real ones, in their order. Throws
 * `invalid-query`.
 */
export function parseRange(query: Record<string, unknown>): RangeName | Days {
  if (query['last'] !== undefined) return parseName(query['last']);
  const from = parseDay('from', query['from']);
  const to = parseDay('to', query['to']);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw refused('to', 'must not be before from');
  if (days > mostDays) throw refused('to', `must be within ${mostDays} days of from`);
  return { from, to };
}

function parseName(value: unknown): RangeName {
  const name = rangeNames.find((known) => known === value);
  if (!name) throw refused('last', `must be one of ${rangeNames.join(', ')}`);
  return name;
}

function parseDay(name: string, value: unknown): string {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  // Date.parse takes 30 February for 2 March, so the day must come out as it went in.
  const parsed = isDay ? new Date(`${value}T00:00:00Z`) : null;
  if (!parsed || Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== value) {
    throw refused(name, 'must be a day, YYYY-MM-DD');
  }
  return value;
}

function refused(field: string, message: string): ApiError {
  return new ApiError('invalid-query', { details: [{ field, message }] });
}
