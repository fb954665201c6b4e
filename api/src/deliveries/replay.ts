import { type Effect, WebhookEndpointState } from '@voordeur/contracts/db';
import type { DeliveryStatus, ReplayDestination, WebhookEndpoint } from '@voordeur/contracts/http';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { statusOf } from './read-deliveries.js';

/** The failed deliveries of an endpoint that were created at `from` or later and before `to`. */
export interface ReplayRange {
  endpoint: ReplayDestination;
  from: Date;
  to: Date;
}

/**
 * Makes a delivery due now, with its whole retry schedule ahead; earlier attempts stay in the log. Without its lease,
 * the failure of an attempt that's still running doesn't count. Workers look for due deliveries every second.
 */
const restart = `state = 'waiting', failures = 0, sent_at = null, due_at = now(), leased_until = null`;

/** A confirmation that failed is the signup's to ask for again: mostly its address takes no mail, which its lead says. */
const failedInRange = `destination = $1 and type <> 'confirm' and state = 'failed' and created_at >= $2 and created_at < $3`;

/** Sends a delivery again, even one that was delivered, and returns its previous status; null if there is no such delivery. */
export async function replayOne(db: EntityManager, id: string): Promise<DeliveryStatus | null> {
  const rows: { was: DeliveryStatus }[] = await db.query(
    `with before as (select id, ${statusOf('state')} as was from outbox where id = $1 and kind = 'webhook' for update),
    replayed as (update outbox set ${restart} where id in (select id from before) returning id)
    select was from before where id in (select id from replayed)`,
    [id],
  );
  return rows[0]?.was ?? null;
}

/** Sends the failed deliveries in the range again and returns how many there were. */
export async function replayFailed(db: EntityManager, { endpoint, from, to }: ReplayRange): Promise<number> {
  const [, count]: [unknown, number] = await db.query(`update outbox set ${restart} where ${failedInRange}`, [
    endpoint,
    from,
    to,
  ]);
  return count;
}

/** Sends an effect again that has failed or was dropped; nothing if it hasn't, or isn't planned. */
export async function restartFailed(
  tx: EntityManager,
  { destination, type, eventId }: Pick<Effect, 'destination' | 'type' | 'eventId'>,
): Promise<void> {
  await tx.query(
    `update outbox set ${restart}
    where destination = $1 and type = $2 and event_id = $3 and state in ('failed', 'dropped')`,
    [destination, type, eventId],
  );
}

/** How many deliveries `replayFailed` would send. */
export async function countFailed(db: EntityManager, { endpoint, from, to }: ReplayRange): Promise<number> {
  const [row]: { failed: number }[] = await db.query(
    `select count(*)::int as failed from outbox where ${failedInRange}`,
    [endpoint, from, to],
  );
  return row?.failed ?? 0;
}

/** Switches an endpoint back on, makes everything that waited for it due now, and returns how many deliveries that is. */
export async function enableEndpoint(db: EntityManager, endpoint: WebhookEndpoint): Promise<number> {
  return db.transaction(async (tx) => {
    const wasOff = { name: endpoint, offSince: Not(IsNull()) };
    const { affected } = await tx.update(WebhookEndpointState, wasOff, { offSince: null, offReason: null });
    if (affected === 0) return 0;
    const [, resumed]: [unknown, number] = await tx.query(
      `update outbox set ${restart} where kind = 'webhook' and destination = $1 and state = 'waiting' and due_at is not null`,
      [endpoint],
    );
    return resumed;
  });
}
