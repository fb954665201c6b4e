import { claimLead, keepTrying, type LeadClaims } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';

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
      const { id, payload } = await claimSpilled(row, claims);
      await queues.get(row.queue)?.add(row.name, payload, { ...keepTrying, jobId: id });
    }
    await tx.query('delete from spilled_jobs where id = any($1::uuid[])', [rows.map((row) => row.id)]);
    return rows.length;
  });
}

/**
 * What the api would have done with Redis there: an equal lead of before keeps its id. One whose key came with
 * another body was answered 202 all the same, and stays a lead of its own.
 */
async function claimSpilled({ id, payload }: SpilledRow, { redis, prefix }: Claims) {
  const { claims, ...job } = JSON.parse(payload) as { claims?: LeadClaims };
  if (!claims) return { id, payload: job };
  const claimed = (await claimLead(redis, prefix, claims, id)) ?? id;
  return { id: claimed, payload: { ...job, id: claimed } };
}
