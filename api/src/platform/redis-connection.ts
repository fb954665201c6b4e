import type { OnApplicationShutdown } from '@nestjs/common';
import { failFast, redisOptions } from '@voordeur/server';
import { Redis } from 'ioredis';
import type { Config } from './config.js';

/** A connection that closes with the process. RedisHealth logs its errors, once. */
class RedisConnection extends Redis implements OnApplicationShutdown {
  constructor(config: Config, commandTimeoutMs: number) {
    super({ ...redisOptions(config.redisUrl), ...failFast(commandTimeoutMs) });
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
