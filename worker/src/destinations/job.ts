import { queueNames, retryForever } from '@voordeur/contracts/jobs';
import {
  claimLead,
  connectRedis,
  errorName,
  failFast,
  type LeadClaims,
  type RedisClient,
  ReplicatedWrites,
} from '@voordeur/server';
import { Queue } from 'bullmq';
import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '../platform/config.js';
import type { Destination, LeasedEffect } from '../outbox/destination.js';

/** Seconds between attempts on a Redis that is connected and doesn't answer. */
const retrySeconds = 2;
const replicatedWithinMs = 500;

type QueueSettings = Pick<Config, 'redisUrl' | 'queuePrefix'>;

/**
 * No more jobs are handed over while this many wait in a queue: they were kept out of Redis because it has no room for
 * a flood of them.
 */
const mostWaiting = 200;

/** The queues whose jobs hold addresses. */
export const leadQueues = [queueNames.signups, queueNames.unsubscribes];

/** Their commands fail at once while Redis is away: on the worker's other connections they would pile up in memory. */
export function openQueues(
  names: string[],
  { redisUrl, queuePrefix }: QueueSettings,
): { redis: RedisClient; queues: Queue[] } {
  const redis = connectRedis(redisUrl, failFast(1_000));
  redis.on('error', () => undefined); // the health check reports it
  const queues = names.map((name) => {
    const queue = new Queue(name, {
      connection: redis,
      prefix: queuePrefix,
      skipWaitingForReady: true,
      skipVersionCheck: true,
    });
    queue.on('error', () => undefined);
    return queue;
  });
  return { redis, queues };
}

/**
 * For jobs that the API stored in Postgres while Redis was away (of leads and unsubscribes), and for those that a backup
 * found in the queues when it was made.
 */
export function jobDestinations(
  db: DataSource,
  settings: QueueSettings & Pick<Config, 'redisWaitReplicas'>,
): Destination[] {
  const { redis, queues } = openQueues(
    [...leadQueues, queueNames.visits, queueNames.videoViews, queueNames.goals],
    settings,
  );
  const prefix = settings.queuePrefix;
  const replicated = new ReplicatedWrites(redis, prefix);
  /** Postgres deletes the row of an added job, so the next primary must have the job. */
  async function add(write: () => Promise<unknown>): Promise<void> {
    const { redisWaitReplicas } = settings;
    if (redisWaitReplicas > 0) replicated.noteReplicas((await replicated.server?.info('replication')) ?? '');
    await replicated.write(write, redisWaitReplicas, replicatedWithinMs);
  }
  return queues.map((queue) => {
    const hasRoom = watchRoom(queue);
    return {
      ...jobDestination(queue.name, async (effect) => {
        const { id, payload } = await claim(db.manager, effect, queue, { redis, prefix });
        await add(() => queue.add(effect.type, payload, { ...retryForever, jobId: id }));
      }),
      isReady: () => redis.status === 'ready' && hasRoom(),
      close: () => {
        redis.disconnect();
      },
    };
  });
}

/** A queue as a destination. `handOver` adds the effect's job to it; if it throws, it is called again. */
export function jobDestination(
  name: string,
  handOver: (effect: LeasedEffect) => Promise<unknown>,
): Destination {
  return {
    kind: 'job',
    name,
    secondsToNextAttempt: () => retrySeconds,
    send: async (effect) => {
      try {
        await handOver(effect);
        return { result: 'handed-over' };
      } catch (error) {
        return { result: 'retry', error: errorName(error) };
      }
    },
  };
}

/** Whether few jobs wait in a queue, as of the last call that Redis answered. */
function watchRoom(queue: Queue): () => boolean {
  let waiting = 0;
  let isAsking = false;
  return () => {
    if (!isAsking) {
      isAsking = true;
      void queue
        .getWaitingCount()
        .then((count) => (waiting = count))
        .catch(() => undefined)
        .finally(() => (isAsking = false));
    }
    return waiting < mostWaiting;
  };
}

/**
 * Claims a lead as the API would have done with Redis there: of equal leads all get the id of the first. If one's key
 * came with another body, it was answered 202 all the same and stays a lead of its own.
 */
async function claim(
  db: EntityManager,
  { id, payload: { claims, ...payload } }: LeasedEffect & { payload: { claims?: LeadClaims } },
  queue: Queue,
  { redis, prefix }: { redis: RedisClient; prefix: string },
): Promise<{ id: string; payload: object }> {
  if (!claims) return { id, payload };
  const first = (await firstEqual(db, claims)) ?? id;
  let claimed = await claimLead(redis, prefix, claims, first);
  if (claimed !== null && claimed !== first && !(await exists(db, claimed, queue))) {
    claimed = await claimLead(redis, prefix, claims, first, claimed);
  }
  const stored = claimed ?? id;
  return { id: stored, payload: { ...payload, id: stored } };
}

/** The first of the equal leads that still wait for Redis: attempts run in any order, in any worker. */
async function firstEqual(db: EntityManager, { content }: LeadClaims): Promise<string | undefined> {
  const [first] = await db.query<{ id: string }[]>(
    `select id from outbox where kind = 'job' and payload->'claims'->>'content' = $1 order by created_at, id limit 1`,
    [content],
  );
  return first?.id;
}

/** Whether a claimed id became a lead. If a process died right after its claim, that id was never answered. */
async function exists(db: EntityManager, id: string, queue: Queue): Promise<boolean> {
  if (await queue.getJob(id)) return true;
  const rows: unknown[] = await db.query(
    `select 1 from leads where id = $1 union all select 1 from outbox where id = $1 and kind = 'job'`,
    [id],
  );
  return rows.length > 0;
}
