import { queueNames, retryForever } from '@voordeur/contracts/jobs';
import {
  claimSpilledLead,
  connectRedis,
  errorName,
  failFast,
  type LeadClaims,
  type RedisClient,
  ReplicatedWrites,
} from '@voordeur/server';
import { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import type { Config } from '../platform/config.js';
import type { Destination, LeasedEffect } from './destination.js';

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
        const { claims, ...payload } = effect.payload as { claims?: LeadClaims };
        const isQueued = async (id: string) => (await queue.getJob(id)) !== undefined;
        const id = claims
          ? await claimSpilledLead({ redis, prefix, db: db.manager }, claims, effect.id, isQueued)
          : effect.id;
        const job = claims ? { ...payload, id } : payload;
        await add(() => queue.add(effect.type, job, { ...retryForever, jobId: id }));
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
