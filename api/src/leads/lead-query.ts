import {
  type Language,
  languages,
  leadKinds,
  leadStatuses,
  type LeadKind,
  type LeadStatus,
} from '@voordeur/contracts/http';
import { isUUID } from 'class-validator';
import { instantOf } from '../platform/date-time.js';
import { ApiError } from '../platform/api-error.js';
import { isRealDateTime } from '../platform/date-time.js';

/** Which leads are asked for; what is absent does not narrow. */
export interface LeadQuery {
  kind: LeadKind | null;
  status: LeadStatus | null;
  /** Only those in quarantine, or only those that are not. */
  quarantine: 'yes' | 'no' | null;
  language: Language | null;
  /** Received at this instant or later. */
  from: Date | null;
  /** Received before this instant. */
  to: Date | null;
  /** In address, telephone number or text, in any case. */
  text: string | null;
  /** Only those before this lead. */
  before: string | null;
}

/**
 * Reads `?kind=&status=&quarantine=&language=&from=&to=&q=&cursor=`; an empty one counts as absent, a date-time
 * without an offset is of the site's zone. Throws `invalid-query`.
 */
export function parseLeadQuery(query: Record<string, unknown>, timeZone: string): LeadQuery {
  const cursor = textOf(query, 'cursor');
  if (cursor !== null && !isUUID(cursor)) throw refused('cursor', 'must be the cursor of an earlier page');
  return {
    kind: oneOf(query, 'kind', leadKinds),
    status: oneOf(query, 'status', leadStatuses),
    quarantine: oneOf(query, 'quarantine', ['yes', 'no']),
    language: oneOf(query, 'language', languages),
    from: instant(query, 'from', timeZone),
    to: instant(query, 'to', timeZone),
    text: textOf(query, 'q'),
    before: cursor,
  };
}

function instant(query: Record<string, unknown>, name: string, timeZone: string): Date | null {
  const given = textOf(query, name);
  if (given === null) return null;
  if (!isRealDateTime(given)) throw refused(name, 'must be a real ISO 8601 date-time of 1970 to 2100');
  return instantOf(given, timeZone);
}

function oneOf<Value extends string>(query: Record<string, unknown>, name: string, values: readonly Value[]) {
  const given = textOf(query, name);
  const found = values.find((value) => value === given);
  if (given !== null && found === undefined) throw refused(name, `must be one of ${values.join(', ')}`);
  return found ?? null;
}

function textOf(query: Record<string, unknown>, name: string): string | null {
  const value = query[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || /[\0\ud800-\udfff]/u.test(value))
    throw refused(name, 'must be given once, as text');
  return value;
}

function refused(field: string, message: string): ApiError {
  return new ApiError('invalid-query', { details: [{ field, message }] });
}
