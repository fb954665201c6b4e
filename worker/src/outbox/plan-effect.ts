import { type Effect, outboxChannel } from '@voordeur/contracts/db';
import { currentTrace, traceInsert } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

export interface PlannedEffect extends Pick<Effect, 'kind' | 'destination' | 'type' | 'eventId' | 'payload'> {
  /** ISO, UTC */
  occurredAt: string;
  leadId?: string;
  /** Before the first attempt. */
  delaySeconds?: number;
}

/**
 * Plans an effect in the transaction that stores its cause and wakes the outbox when that commits. One event has one
 * effect of a type at a destination, however often it's planned.
 */
export async function planEffect(
  tx: EntityManager,
  { kind, destination, type, eventId, payload, occurredAt, leadId, delaySeconds = 0 }: PlannedEffect,
): Promise<void> {
  await traceInsert('outbox', () =>
    tx.query(
      `with planned as (
        insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, lead_id, due_at, trace)
        values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9), $10)
        on conflict (destination, type, event_id) do nothing returning id)
      select pg_notify('${outboxChannel}', '') from planned`,
      [
        uuidv7(),
        kind,
        destination,
        type,
        eventId,
        JSON.stringify(payload),
        occurredAt,
        leadId ?? null,
        delaySeconds,
        currentTrace() ?? null,
      ],
    ),
  );
}
