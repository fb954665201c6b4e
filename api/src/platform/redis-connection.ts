import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import type { Config } from './config.js';

/**
 * With Redis away a command fails at once, with Redis frozen after `commandTimeoutMs`: a request never hangs on
 * a client that reconnects. (ioredis' defaults queue commands for ever.)
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

/** A connection that ends with the process. What is wrong with it is told by RedisHealth, once. */
class RedisConnection extends Redis implements OnApplicationShutdown {
  constructor(config: Config, commandTimeoutMs: number) {
    super(config.redisUrl, failFast(commandTimeoutMs));
    // Without a listener ioredis prints every attempt to connect.
    this.on('error', () => undefined);
  }

  onApplicationShutdown(): void {
    this.disconnect();
  }
}

/** For the queues that this process adds to. An add that timed out may still land: ids must de-duplicate. */
export class QueueRedis extends RedisConnection {
  constructor(config: Config) {
    super(config, 1_000);
  }
}

/** For counters and health: what hangs on it must answer soon, so its commands give up sooner. */
export class QuickRedis extends RedisConnection {
  constructor(config: Config) {
    super(config, 300);
  }
}
