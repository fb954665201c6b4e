import type { JobsOptions } from 'bullmq';

/** The braces keep all keys on one node of a Redis Cluster. Tests take a prefix of their own. */
export const queuePrefix = '{voordeur}';

export const queueNames = {
  visits: 'visits',
  videoViews: 'video-views',
  signups: 'signups',
  unsubscribes: 'unsubscribes',
  mails: 'mails',
  maintenance: 'maintenance',
} as const;

export type QueueName = (typeof queueNames)[keyof typeof queueNames];

/**
 * A job is tried until it is done: what can never succeed is set aside by the worker, so a job that fails
 * means that something of ours is away, and it waits (the worker's `waitForService`).
 * Done jobs leave nothing in Redis: they hold personal data in clear. A failed one must not exist; if one
 * does, it is kept to be seen, for it is somebody's event.
 */
export const keepTrying: JobsOptions = {
  attempts: 1_000_000,
  backoff: { type: 'wait-for-service' },
  removeOnComplete: true,
  removeOnFail: false,
};

/**
 * A killed worker's job is taken up again within 15 s, and no number of kills ends one: with the default
 * `maxStalledCount` of 1 a second kill moves a job to `failed` whatever `attempts` says.
 */
export const survivesKills = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000,
} as const;
