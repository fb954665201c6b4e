import {
  leadKinds,
  leadStatuses,
  leadVerdicts,
  type LeadKind,
  type LeadStatus,
  type LeadVerdict,
} from '@voordeur/contracts/http';
import { isUUID } from 'class-validator';
import { ApiError } from '../platform/api-error.js';

/** Which leads are asked for; what is absent does not narrow. */
export interface LeadQuery {
  kind: LeadKind | null;
  status: LeadStatus | null;
  verdict: LeadVerdict | null;
  /** In address, telephone number or text, in any case. */
  text: string | null;
  /** Only those before this lead. */
  before: string | null;
}

/** Reads `?kind=&status=&verdict=&q=&cursor=`; an empty one counts as absent. Throws `invalid-query`. */
export function parseLeadQuery(query: Record<string, unknown>): LeadQuery {
  const cursor = textOf(query, 'cursor');
  if (cursor !== null && !isUUID(cursor)) throw refused('cursor', 'must be the cursor of an earlier page');
  return {
    kind: oneOf(query, 'kind', leadKinds),
    status: oneOf(query, 'status', leadStatuses),
    verdict: oneOf(query, 'verdict', leadVerdicts),
    text: textOf(query, 'q'),
    before: cursor,
  };
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
