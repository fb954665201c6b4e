import { type Effect, outboxChannel } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { currentTrace } from './tracing.js';

/** The transaction that stores the cause; a pool or a connection if the effect is all there is to store. */
interface Database {
  query: (sql: string, parameters: unknown[]) => Promise<unknown>;
}

export interface PlannedEffect extends Pick<Effect, 'kind' | 'destination' | 'type' | 'eventId' | 'payload'> {
  /** A UUIDv7, for a caller that has to know it; otherwise it gets one. */
  id?: string;
  /** ISO, UTC; without it, now by Postgres' clock. */
  occurredAt?: string;
  leadId?: string;
  /** Before the first attempt. */
  delaySeconds?: number;
  /** W3C's `traceparent` of its cause, where that isn't the current one. */
  trace?: string | undefined;
}

/**
 * Plans effects in the transaction that stores their cause and wakes the outbox when that commits. One event has one
 * effect of a type at a destination, however often it's planned. Every row of `outbox` is made here.
 */
export async function planEffects(tx: Database, effects: PlannedEffect[]): Promise<void> {
  if (effects.length === 0) return;
  const column = <Value>(value: (effect: PlannedEffect) => Value) => effects.map(value);
  // Commits that notify wait for each other, and jobs come in floods, so those are left to the look of each second.
  await tx.query(
    `with planned as (
        insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, lead_id, due_at, trace)
        select id, kind, destination, type, event_id, payload, coalesce(occurred_at, now()), lead_id,
          now() + make_interval(secs => delay), trace
        from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::jsonb[], $7::timestamptz[], $8::uuid[],
          $9::float8[], $10::text[])
          as e (id, kind, destination, type, event_id, payload, occurred_at, lead_id, delay, trace)
        order by destination, type, event_id
        on conflict (destination, type, event_id) do nothing returning kind)
      select pg_notify('${outboxChannel}', '') from planned where kind <> 'job' limit 1`,
    [
      column(({ id }) => id ?? uuidv7()),
      column(({ kind }) => kind),
      column(({ destination }) => destination),
      column(({ type }) => type),
      column(({ eventId }) => eventId),
      column(({ payload }) => JSON.stringify(payload)),
      column(({ occurredAt }) => occurredAt ?? null),
      column(({ leadId }) => leadId ?? null),
      column(({ delaySeconds = 0 }) => delaySeconds),
      column(({ trace }) => trace ?? currentTrace() ?? null),
    ],
  );
}

/** Plans one effect, likewise. */
export function planEffect(tx: Database, effect: PlannedEffect): Promise<void> {
  return planEffects(tx, [effect]);
}

/** A job that waits in Postgres until its queue has it; `id` is its id in both. */
export interface SpilledJob {
  id: string;
  queue: string;
  name: string;
  payload: object;
}

/** Plans to add a job to its queue, likewise. */
export function spillJob(tx: Database, { id, queue, name, payload }: SpilledJob): Promise<void> {
  const effect = { kind: 'job', destination: queue, type: name, eventId: id } as const;
  return planEffect(tx, { ...effect, id, payload: { ...payload } });
}
