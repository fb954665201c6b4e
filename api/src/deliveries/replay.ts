import type { DeliveryStatus, WebhookEndpoint } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { ReplayRange } from './parse-delivery-query.js';

/**
 * Due at once, with a whole schedule before it; the attempts made so far stay. A new turn, so that a job of the old
 * one finds nothing to do. The workers look for what is due every second, so nothing is put on a queue from here.
 */
const startAgain = `status = 'waiting', turn = turn + 1, failures = 0, delivered_at = null,
  next_attempt_at = now(), enqueue_at = now()`;

const failedOfRange = `endpoint = $1 and status = 'failed' and created_at >= $2 and created_at < $3`;

/** Sends one again, a delivered one too, and answers what it was; null where there is none of this id. */
export async function replayOne(db: EntityManager, id: string): Promise<DeliveryStatus | null> {
  const rows: { was: DeliveryStatus }[] = await db.query(
    `with before as (select id, status from deliveries where id = $1 for update),
    replayed as (update deliveries set ${startAgain} where id in (select id from before) returning id)
    select status as was from before where id in (select id from replayed)`,
    [id],
  );
  return rows[0]?.was ?? null;
}

/** Sends all failed ones of an endpoint again that were made from `from` until before `to`; answers how many. */
export async function replayFailed(db: EntityManager, { endpoint, from, to }: ReplayRange): Promise<number> {
  const [, count]: [unknown, number] = await db.query(
    `update deliveries set ${startAgain} where ${failedOfRange}`,
    [endpoint, from, to],
  );
  return count;
}

/** How many `replayFailed` would send again. */
export async function countFailed(db: EntityManager, { endpoint, from, to }: ReplayRange): Promise<number> {
  const [row]: { failed: number }[] = await db.query(
    `select count(*)::int as failed from deliveries where ${failedOfRange}`,
    [endpoint, from, to],
  );
  return row?.failed ?? 0;
}

/** Lets an endpoint have its deliveries again, all that waited at once, and answers how many those are. */
export async function switchOn(db: EntityManager, endpoint: WebhookEndpoint): Promise<number> {
  return db.transaction(async (tx) => {
    const [, wasOff]: [unknown, number] = await tx.query(
      `update webhook_endpoints set off_since = null, off_reason = null where name = $1 and off_since is not null`,
      [endpoint],
    );
    if (wasOff === 0) return 0;
    const [, resumed]: [unknown, number] = await tx.query(
      `update deliveries set ${startAgain} where endpoint = $1 and status = 'waiting'`,
      [endpoint],
    );
    return resumed;
  });
}
