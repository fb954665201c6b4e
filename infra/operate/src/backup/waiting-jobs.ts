import { queueNames } from '@voordeur/contracts/jobs';
import { connectRedis, serversOf, spillJob, triedOnce } from '@voordeur/server';
import pg from 'pg';

/** A job that isn't done: what it would record is in Redis or the outbox, and in no other table. */
export interface WaitingJob {
  id: string;
  queue: string;
  name: string;
  payload: unknown;
}

/** The queues that carry visitor input. */
const eventQueues = [
  queueNames.visits,
  queueNames.videoViews,
  queueNames.goals,
  queueNames.signups,
  queueNames.unsubscribes,
];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Jobs that wait in Postgres for a Redis that was away. */
export async function readSpilledJobs(db: pg.Client): Promise<WaitingJob[]> {
  const { rows } = await db.query<WaitingJob>(
    `select id, destination as queue, type as name, payload from outbox where kind = 'job'`,
  );
  return rows;
}

/**
 * Every job that is in the queues from the beginning to the end of this call; what is done meanwhile may be missing. A
 * job's own key stays while it moves from list to list, so the keys are read and not the lists.
 */
export async function readQueuedJobs(redisUrl: string, prefix: string): Promise<WaitingJob[]> {
  const redis = connectRedis(redisUrl, triedOnce);
  // The command that fails says the same.
  redis.on('error', () => undefined);
  const jobs = new Map<string, WaitingJob>();
  try {
    // A Cluster's client knows its servers once it's connected.
    await redis.ping();
    const [server] = serversOf(redis, prefix);
    if (!server) throw new Error('no server of the Cluster has the queues');
    for (const queue of eventQueues) {
      const start = `${prefix}:${queue}:`;
      for await (const keys of server.scanStream({ match: `${start}*`, type: 'hash', count: 1_000 })) {
        for (const key of keys as string[]) {
          const id = key.slice(start.length);
          if (!uuid.test(id)) continue;
          const [name, data] = await server.hmget(key, 'name', 'data');
          if (name && data) jobs.set(id, { id, queue, name, payload: JSON.parse(data) as unknown });
        }
      }
    }
  } finally {
    redis.disconnect();
  }
  return [...jobs.values()];
}

/** Puts them into the outbox, from which the workers hand them to Redis. One that is done already changes nothing there. */
export async function insertJobs(db: pg.Client, jobs: WaitingJob[]): Promise<void> {
  for (const { payload, ...job } of jobs) await spillJob(db, { ...job, payload: forJsonb(payload) });
}

/** Postgres' jsonb takes neither NUL nor half a surrogate pair, and no event that has one would become a row. */
function forJsonb(payload: unknown): object {
  return JSON.parse(JSON.stringify(payload), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD') : value,
  ) as object;
}
