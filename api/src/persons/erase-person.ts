import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { personalData } from './personal-data.js';

const jobsAtOnce = 500;

/**
 * Erases everything stored about an address, first from the queues and then from Postgres, and returns the number of
 * rows per table. Running it again erases what has come in since. It can't recall webhooks and mails that were sent.
 */
export async function erasePerson(
  db: DataSource,
  queues: Queue[],
  email: string,
): Promise<Record<string, number>> {
  const address = email.toLowerCase();
  const erased: Record<string, number> = {};
  let jobs = 0;
  for (const queue of queues) jobs += await eraseJobs(queue, address);
  if (jobs > 0) erased['jobs'] = jobs;
  await db.transaction(async (tx) => {
    for (const { table, where, update } of personalData) {
      const [, rows] = await tx.query<[unknown, number]>(
        update ? `update ${table} set ${update} where ${where}` : `delete from ${table} where ${where}`,
        [address],
      );
      if (rows > 0) erased[table] = (erased[table] ?? 0) + rows;
    }
  });
  return erased;
}

/** Erases waiting jobs. A job that is running becomes rows, which are erased from Postgres. */
async function eraseJobs(queue: Queue, address: string): Promise<number> {
  const found: string[] = [];
  for (let from = 0; ; from += jobsAtOnce) {
    const jobs = await queue.getJobs(['waiting', 'delayed', 'failed'], from, from + jobsAtOnce - 1);
    for (const job of jobs) {
      if (job.id && contains(job.data, address)) found.push(job.id);
    }
    if (jobs.length < jobsAtOnce) break;
  }
  for (const id of found) await queue.remove(id);
  return found.length;
}

function contains(data: unknown, address: string): boolean {
  return JSON.stringify(data).toLowerCase().includes(JSON.stringify(address).toLowerCase());
}
