import type { DeliveryStatus, WebhookEndpoint } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';

/** The failed deliveries of an endpoint that were created at `from` or later and before `to`. */
export interface ReplayRange {
  endpoint: WebhookEndpoint;
  from: Date;
  to: Date;
}

/**
 * Makes a delivery due now, with its whole retry schedule ahead; earlier attempts stay in the log. `turn` goes up so
 * that a job of the previous turn finds nothing to do. Workers look for due deliveries every second, so nothing is
 * queued here.
 */
const restart = `status = 'waiting', turn = turn + 1, failures = 0, delivered_at = null,
  next_attempt_at = now(), enqueue_at = now()`;

const failedInRange = `endpoint = $1 and status = 'failed' and created_at >= $2 and created_at < $3`;

/** Sends a delivery again, even one that was delivered, and returns its previous status; null if there is no such delivery. */
export async function replayOne(db: EntityManager, id: string): Promise<DeliveryStatus | null> {
  const rows: { was: DeliveryStatus }[] = await db.query(
    `with before as (select id, status from deliveries where id = $1 for update),
    replayed as (update deliveries set ${restart} where id in (select id from before) returning id)
    select status as was from before where id in (select id from replayed)`,
    [id],
  );
  return rows[0]?.was ?? null;
}

/** Sends the failed deliveries in the range again and returns how many there were. */
export async function replayFailed(db: EntityManager, { endpoint, from, to }: ReplayRange): Promise<number> {
  const [, count]: [unknown, number] = await db.query(
    `update deliveries set ${restart} where ${failedInRange}`,
    [endpoint, from, to],
  );
  return count;
}

/** How many deliveries `replayFailed` would send. */
export async function countFailed(db: EntityManager, { endpoint, from, to }: ReplayRange): Promise<number> {
  const [row]: { failed: number }[] = await db.query(
    `select count(*)::int as failed from deliveries where ${failedInRange}`,
    [endpoint, from, to],
  );
  return row?.failed ?? 0;
}

/** Switches an endpoint back on, makes everything that waited for it due now, and returns how many deliveries that is. */
export async function enableEndpoint(db: EntityManager, endpoint: WebhookEndpoint): Promise<number> {
  return db.transaction(async (tx) => {
    const [, wasOff]: [unknown, number] = await tx.query(
      `update webhook_endpoints set off_since = null, off_reason = null where name = $1 and off_since is not null`,
      [endpoint],
    );
    if (wasOff === 0) return 0;
    const [, resumed]: [unknown, number] = await tx.query(
      `update deliveries set ${restart} where endpoint = $1 and status = 'waiting'`,
      [endpoint],
    );
    return resumed;
  });
}
