import { claimLead, retryForever, type LeadClaims } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DataSource, EntityManager } from 'typeorm';

const atOnce = 100;

interface SpilledRow {
  id: string;
  queue: string;
  name: string;
  payload: string;
}

/** The Redis that leads are claimed in. */
interface Claims {
  redis: Redis;
  prefix: string;
}

/**
 * Puts jobs that came while Redis was away into their queues, the oldest first, and answers how many. A row goes when
 * Redis has its job; dying in between feeds it again, which the job's own id makes harmless. One worker feeds at a
 * time, so of two equal leads the one that came first is claimed first. Throws while Redis is still away.
 */
export async function feedSpilledJobs(
  db: DataSource,
  queues: Map<string, Queue>,
  claims: Claims,
): Promise<number> {
  return db.transaction(async (tx) => {
    const [turn] = await tx.query<{ mine: boolean }[]>(
      `select pg_try_advisory_xact_lock(hashtext('voordeur/spilled-jobs')) as mine`,
    );
    if (!turn?.mine) return 0;
    const rows: SpilledRow[] = await tx.query(
      `select id, queue, name, payload from spilled_jobs where queue = any($1::text[])
      order by spilled_at, id limit $2 for update`,
      [[...queues.keys()], atOnce],
    );
    for (const row of rows) {
      const queue = queues.get(row.queue);
      if (!queue) continue;
      const { id, payload } = await claimSpilled(row, tx, queue, claims);
      await queue.add(row.name, payload, { ...retryForever, jobId: id });
    }
    await tx.query('delete from spilled_jobs where id = any($1::uuid[])', [rows.map((row) => row.id)]);
    return rows.length;
  });
}

/**
 * What the api would have done with Redis there: an equal earlier lead keeps its id. One whose key came with
 * another body was answered 202 all the same, and stays a lead of its own.
 */
async function claimSpilled(
  { id, payload }: SpilledRow,
  tx: EntityManager,
  queue: Queue,
  { redis, prefix }: Claims,
): Promise<{ id: string; payload: object }> {
  const { claims, ...job } = JSON.parse(payload) as { claims?: LeadClaims };
  if (!claims) return { id, payload: job };
  let claimed = await claimLead(redis, prefix, claims, id);
  if (claimed !== null && claimed !== id && !(await isThere(claimed, tx, queue))) {
    claimed = await claimLead(redis, prefix, claims, id, claimed);
  }
  const stored = claimed ?? id;
  return { id: stored, payload: { ...job, id: stored } };
}

/** Whether a claim came to a lead. A process can die after its claim, and the id it claimed was never answered then. */
async function isThere(id: string, tx: EntityManager, queue: Queue): Promise<boolean> {
  if (await queue.getJob(id)) return true;
  const rows: unknown[] = await tx.query(
    'select 1 from leads where id = $1 union all select 1 from spilled_jobs where id = $1',
    [id],
  );
  return rows.length > 0;
}
