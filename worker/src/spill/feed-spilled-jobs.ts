import { keepTrying } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';

const atOnce = 100;

interface SpilledRow {
  id: string;
  queue: string;
  name: string;
  payload: string;
}

/**
 * Puts jobs that came while Redis was away into their queues and answers how many. A row goes when Redis has its
 * job; dying in between feeds it again, which the job's own id makes harmless. Rows that another worker has in
 * hand are passed over. Order is not promised. Throws while Redis is still away.
 */
export async function feedSpilledJobs(db: DataSource, queues: Map<string, Queue>): Promise<number> {
  return db.transaction(async (tx) => {
    const rows: SpilledRow[] = await tx.query(
      `select id, queue, name, payload from spilled_jobs order by spilled_at limit $1 for update skip locked`,
      [atOnce],
    );
    for (const { id, queue, name, payload } of rows) {
      await queues.get(queue)?.add(name, JSON.parse(payload), { ...keepTrying, jobId: id });
    }
    await tx.query('delete from spilled_jobs where id = any($1::uuid[])', [
      rows.filter((row) => queues.has(row.queue)).map((row) => row.id),
    ]);
    return rows.length;
  });
}
