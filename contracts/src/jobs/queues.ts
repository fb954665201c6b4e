import type { JobsOptions } from 'bullmq';

/** The braces keep all keys on one node of a Redis Cluster. Tests use prefixes of their own. */
export const queuePrefix = '{voordeur}';

export const queueNames = {
  visits: 'visits',
  videoViews: 'video-views',
  goals: 'goals',
  signups: 'signups',
  unsubscribes: 'unsubscribes',
  maintenance: 'maintenance',
} as const;

/**
 * A job is retried until it succeeds. The worker sets aside jobs that can never succeed, so a failed job means that a
 * service of ours is down (the worker's `retryDelayMs` says how long it waits). Finished jobs are removed from Redis,
 * because they contain personal data in clear. A job must never end up failed; if one does, it stays where it can be
 * seen, because it's somebody's event.
 */
export const retryForever: JobsOptions = {
  attempts: 1_000_000,
  backoff: { type: 'wait-for-service' },
  removeOnComplete: true,
  removeOnFail: false,
};

/**
 * A job of a schedule isn't somebody's event: the next one does its work. So it's given up after some tries, and the failure of the
 * last try is an alert.
 */
export const scheduledJobOptions: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 60_000 },
  removeOnComplete: true,
  removeOnFail: true,
};

/**
 * A killed worker's job starts again within 15 s, however often it happens: with the default
 * `maxStalledCount` of 1 a second kill moves a job to `failed` whatever `attempts` says.
 */
export const stalledJobOptions = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000,
} as const;
