import type { OnApplicationShutdown } from '@nestjs/common';
import { connectRedis, failFast, type RedisClient, ReplicatedWrites, serversOf } from '@voordeur/server';
import type { Redis } from 'ioredis';
import type { Config } from './config.js';

/** A connection that closes with the process. RedisHealth logs its errors, once. */
class RedisConnection implements OnApplicationShutdown {
  readonly client: RedisClient;
  private readonly prefix: string;

  constructor({ redisUrl, queuePrefix }: Config, commandTimeoutMs: number) {
    this.prefix = queuePrefix;
    this.client = connectRedis(redisUrl, failFast(commandTimeoutMs));
    // Without a listener ioredis prints every failed attempt to connect.
    this.client.on('error', () => undefined);
  }

  /** The server that our keys are on, for commands without one; undefined while a Cluster isn't reached. */
  get server(): Redis | undefined {
    return serversOf(this.client, this.prefix)[0];
  }

  onApplicationShutdown(): void {
    this.client.disconnect();
  }
}

/** For adding jobs. A job whose add timed out may still arrive, so job ids have to deduplicate. */
export class QueueRedis extends RedisConnection {
  readonly replicated: ReplicatedWrites;

  constructor(config: Config) {
    super(config, 1_000);
    this.replicated = new ReplicatedWrites(this.client, config.queuePrefix);
  }
}

/** For counters, claims and health checks, which must not delay a response: commands time out sooner. */
export class QuickRedis extends RedisConnection {
  constructor(config: Config) {
    super(config, 300);
  }
}
