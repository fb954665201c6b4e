import type { WebhookEndpoint } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';

/** A delivery whose attempt has its row; what is sent is made of it. */
export interface BegunAttempt {
  id: string;
  eventId: string;
  endpoint: WebhookEndpoint;
  type: string;
  payload: Record<string, unknown>;
  occurredAt: Date;
  /** Of this attempt, over all schedules. */
  number: number;
  turn: number;
  /** In this schedule, before this attempt. */
  failures: number;
}

/**
 * Writes the attempt's row before anything is sent, so that an attempt whose process dies is one too. Null where
 * there is nothing to do: the delivery is done or gone, its endpoint is off, or the job is of an older turn.
 */
export async function beginAttempt(
  db: DataSource,
  deliveryId: string,
  jobId: string,
): Promise<BegunAttempt | null> {
  const [begun]: BegunAttempt[] = await db.query(
    `with begun as (
      update deliveries set attempts = attempts + 1
      where id = $1 and id || '-' || turn = $2 and status = 'waiting'
        and not exists (select from webhook_endpoints where name = endpoint and off_since is not null)
      returning *),
    noted as (insert into delivery_attempts (delivery_id, number) select id, attempts from begun)
    select id, event_id as "eventId", endpoint, type, payload, occurred_at as "occurredAt", attempts as number,
      turn, failures
    from begun`,
    [deliveryId, jobId],
  );
  return begun ?? null;
}

/** The same bytes in each attempt: jsonb keeps its keys in an order of its own. */
export function bodyOf({ type, eventId, occurredAt, payload }: BegunAttempt): string {
  return JSON.stringify({ type, id: eventId, timestamp: occurredAt.toISOString(), ...payload });
}
