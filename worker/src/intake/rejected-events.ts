import { createHash } from 'node:crypto';
import { asUuid } from '@voordeur/server';
import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { EntityManager } from 'typeorm';
import { countEvents } from '../platform/metrics.js';
import { anonymizeAddress } from './anonymize.js';

/** An event that can never become a row, and why. */
export interface RejectedEvent {
  id: string;
  event: unknown;
  reason: string;
}

/** Stores events as rejected; one that already is stays as it is. */
export async function setAside(db: EntityManager, queue: string, rejected: RejectedEvent[]): Promise<void> {
  if (rejected.length === 0) return;
  const added = await db.query<unknown[]>(
    `insert into rejected_events (id, queue, reason, event)
    select id, $2, reason, event from unnest($1::uuid[], $3::text[], $4::text[]) as r (id, reason, event)
    on conflict (id) do nothing returning id`,
    [
      rejected.map((r) => r.id),
      queue,
      rejected.map((r) => r.reason),
      // JSON.stringify writes NUL and lone surrogates as escapes, so a text column can hold events that jsonb refuses.
      rejected.map((r) => JSON.stringify(withoutAddress(r.event) ?? null)),
    ],
  );
  countEvents(queue, 'set-aside', added.length);
}

/** Nobody needs a visitor's whole address to debug an event, whatever IP_PRIVACY says of rows. */
function withoutAddress(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('address' in event)) return event;
  const { address } = event;
  return { ...event, address: typeof address === 'string' ? anonymizeAddress(address, 'truncate') : null };
}

/** An id for an event that has none of its own: the same each time the job runs. */
export function idOfUnreadable(chunkId: string, index: number): string {
  return asUuid(createHash('sha256').update(`${chunkId}/${index}`).digest());
}

const ajv = formats.default(new Ajv({ strict: true, strictRequired: false }), ['uuid', 'date-time']);

/** A check of a job's payload against its contract's schema; `Payload` is the type that the contract gives it. */
export function compileSchema<Payload>(schema: SchemaObject): ValidateFunction<Payload> {
  return ajv.compile<Payload>(schema);
}

/**
 * Reads the payload of a job that holds one event. Returns null if it isn't valid: it's then set aside with this
 * reason, since trying again wouldn't help.
 */
export function payloadReader<Payload>(queue: string, schema: SchemaObject, reason: string) {
  const isValid = compileSchema<Payload>(schema);
  return async (db: EntityManager, jobId: string, data: unknown): Promise<Payload | null> => {
    if (isValid(data)) return data;
    await setAside(db, queue, [{ id: idOfUnreadable(jobId, 0), event: data, reason }]);
    return null;
  };
}
