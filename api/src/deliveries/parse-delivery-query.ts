import {
  deliveryStatuses,
  type DeliveryStatus,
  type WebhookEndpoint,
  webhookEndpoints,
} from '@voordeur/contracts/http';
import { ApiError } from '../platform/api-error.js';
import { instantOf } from '../platform/date-time.js';
import { isRealDateTime } from '../platform/date-time.js';

export interface DeliveryQuery {
  endpoint: WebhookEndpoint | null;
  status: DeliveryStatus | null;
  /** Made at this instant or later. */
  from: Date | null;
  /** Made before this instant. */
  to: Date | null;
  /** The last delivery of the page before. */
  cursor: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuid.test(text);

/** What a replay of a range is about; each is asked for. */
export interface ReplayRange {
  endpoint: WebhookEndpoint;
  from: Date;
  to: Date;
}

/** `?endpoint=&from=&to=`, none of them optional. Throws `invalid-query`. */
export function parseReplayRange(query: Record<string, unknown>, timeZone: string): ReplayRange {
  const { endpoint, from, to } = parseDeliveryQuery(query, timeZone);
  if (endpoint === null) throw refused('endpoint', 'is missing');
  if (from === null) throw refused('from', 'is missing');
  if (to === null || to <= from) throw refused('to', 'must be after from');
  return { endpoint, from, to };
}

/** `?endpoint=&status=&from=&to=&cursor=`, each optional, an empty one absent. Throws `invalid-query`. */
export function parseDeliveryQuery(query: Record<string, unknown>, timeZone: string): DeliveryQuery {
  const read = <Value>(name: string, mustBe: string, parse: (text: string) => Value | null): Value | null => {
    const given = query[name];
    if (given === undefined || given === '') return null;
    const value = typeof given === 'string' ? parse(given) : null;
    if (value === null) throw refused(name, mustBe);
    return value;
  };
  const oneOf =
    <Choice extends string>(choices: readonly Choice[]) =>
    (text: string) =>
      choices.find((choice) => choice === text) ?? null;
  const instant = (text: string) => (isRealDateTime(text) ? instantOf(text, timeZone) : null);
  return {
    endpoint: read('endpoint', `must be one of ${webhookEndpoints.join(', ')}`, oneOf(webhookEndpoints)),
    status: read('status', `must be one of ${deliveryStatuses.join(', ')}`, oneOf(deliveryStatuses)),
    from: read('from', 'must be a real ISO 8601 date-time of 1970 to 2100', instant),
    to: read('to', 'must be a real ISO 8601 date-time of 1970 to 2100', instant),
    cursor: read('cursor', 'must be the cursor of the page before', (text) => (isUuid(text) ? text : null)),
  };
}

function refused(field: string, message: string): ApiError {
  return new ApiError('invalid-query', { details: [{ field, message }] });
}
