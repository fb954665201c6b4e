import type { RedisOptions } from 'ioredis';

/**
 * Commands fail at once if Redis is unavailable, and after `commandTimeoutMs` if it's frozen, so nothing hangs on a
 * client that is reconnecting. (By default ioredis queues commands forever.)
 */
export function failFast(commandTimeoutMs: number) {
  return {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  } satisfies RedisOptions;
}
