import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import type { Config } from './config.js';

/**
 * Commands fail at once if Redis is unavailable, and after `commandTimeoutMs` if it's frozen, so no request hangs on a
 * client that is reconnecting. (By default ioredis queues commands forever.)
 */
function failFast(commandTimeoutMs: number) {
  return {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  } satisfies RedisOptions;
}

/** A connection that closes with the process. RedisHealth logs its errors, once. */
class RedisConnection extends Redis implements OnApplicationShutdown {
  constructor(config: Config, commandTimeoutMs: number) {
    super(config.redisUrl, failFast(commandTimeoutMs));
    // Without a listener ioredis prints every failed attempt to connect.
    this.on('error', () => undefined);
  }

  onApplicationShutdown(): void {
    this.disconnect();
  }
}

/** For adding jobs. A job whose add timed out may still arrive, so job ids have to deduplicate. */
export class QueueRedis extends RedisConnection {
  constructor(config: Config) {
    super(config, 1_000);
  }
}

/** For counters, claims and health checks, which must not delay a response: commands time out sooner. */
export class QuickRedis extends RedisConnection {
  constructor(config: Config) {
    super(config, 300);
  }
}
