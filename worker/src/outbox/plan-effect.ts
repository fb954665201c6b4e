import { type Effect, outboxChannel } from '@voordeur/contracts/db';
import { currentTrace } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

export interface PlannedEffect extends Pick<Effect, 'kind' | 'destination' | 'type' | 'eventId' | 'payload'> {
  /** ISO, UTC */
  occurredAt: string;
  leadId?: string;
  /** Before the first attempt. */
  delaySeconds?: number;
  /** W3C's `traceparent` of its cause, where that isn't the current one. */
  trace?: string | undefined;
}

/**
 * Plans effects in the transaction that stores their cause and wakes the outbox when that commits. One event has one
 * effect of a type at a destination, however often it's planned.
 */
export async function planEffects(tx: EntityManager, effects: PlannedEffect[]): Promise<void> {
  if (effects.length === 0) return;
  const column = <Value>(value: (effect: PlannedEffect) => Value) => effects.map(value);
  await tx.query(
    `with planned as (
        insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, lead_id, due_at, trace)
        select id, kind, destination, type, event_id, payload, occurred_at, lead_id, now() + make_interval(secs => delay), trace
        from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::jsonb[], $7::timestamptz[], $8::uuid[],
          $9::float8[], $10::text[])
          as e (id, kind, destination, type, event_id, payload, occurred_at, lead_id, delay, trace)
        order by destination, type, event_id
        on conflict (destination, type, event_id) do nothing returning id)
      select pg_notify('${outboxChannel}', '') from planned limit 1`,
    [
      column(() => uuidv7()),
      column(({ kind }) => kind),
      column(({ destination }) => destination),
      column(({ type }) => type),
      column(({ eventId }) => eventId),
      column(({ payload }) => JSON.stringify(payload)),
      column(({ occurredAt }) => occurredAt),
      column(({ leadId }) => leadId ?? null),
      column(({ delaySeconds = 0 }) => delaySeconds),
      column(({ trace }) => trace ?? currentTrace() ?? null),
    ],
  );
}

/** Plans one effect, likewise. */
export function planEffect(tx: EntityManager, effect: PlannedEffect): Promise<void> {
  return planEffects(tx, [effect]);
}
