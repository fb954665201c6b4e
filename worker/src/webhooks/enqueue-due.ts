import type { WebhookEndpoint } from '@voordeur/contracts/http';
import { deliverWebhookJobName, retryForever, type DeliverWebhook } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { withTimeout } from '../platform/with-timeout.js';

/**
 * As many wait on a queue and no more. An endpoint that hangs keeps the rest of its deliveries where they are, in
 * Postgres; moved onto the queue they would all be moved again each minute, at the cost of every other endpoint.
 */
const mostWaiting = 500;
/** A delivery that is still due after this gets a job again: the first may have died with Redis. */
const againAfterSeconds = 60;
/** A frozen Redis must not hold the rows' locks. */
const answerWithinMs = 2_000;

interface DueRow {
  id: string;
  turn: number;
}

/**
 * Puts an endpoint's due deliveries on its queue, while there is room, and answers how many; none while it is off.
 * A job's id is that of the delivery and its turn, so one that waits already is not doubled. Rows that another
 * worker has in hand are passed over. Throws, and leaves the rows due, while Redis or Postgres is away.
 */
export async function enqueueDue(db: DataSource, endpoint: WebhookEndpoint, queue: Queue): Promise<number> {
  if (!(await isAnyDue(db, endpoint))) return 0;
  const room = mostWaiting - (await withTimeout(queue.getWaitingCount(), answerWithinMs));
  if (room <= 0) return 0;
  return db.transaction(async (tx) => {
    const due: DueRow[] = await tx.query(
      `with due as (
        select id from deliveries
        where endpoint = $1 and status = 'waiting' and enqueue_at <= now()
          and not exists (select from webhook_endpoints where name = $1 and off_since is not null)
        order by enqueue_at limit $2 for update skip locked),
      marked as (
        update deliveries set enqueue_at = now() + $3 * interval '1 second'
        where id in (select id from due) returning id, turn)
      select id, turn from marked order by id`,
      [endpoint, room, againAfterSeconds],
    );
    if (due.length > 0) await withTimeout(queue.addBulk(due.map(jobOf)), answerWithinMs);
    return due.length;
  });
}

/** Most looks find nothing, and need no transaction for it. */
async function isAnyDue(db: DataSource, endpoint: WebhookEndpoint): Promise<boolean> {
  const rows: unknown[] = await db.query(
    `select 1 from deliveries where endpoint = $1 and status = 'waiting' and enqueue_at <= now() limit 1`,
    [endpoint],
  );
  return rows.length > 0;
}

function jobOf({ id, turn }: DueRow) {
  const data: DeliverWebhook = { deliveryId: id };
  return { name: deliverWebhookJobName, data, opts: { ...retryForever, jobId: `${id}-${turn}` } };
}
