import type { OnApplicationShutdown } from '@nestjs/common';
import { connectRedis, failFast, type RedisClient, serversOf } from '@voordeur/server';
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
  private timesClosed = 0;

  constructor(config: Config) {
    super(config, 1_000);
    const count = () => {
      this.timesClosed += 1;
    };
    // A Cluster's client stays as long as one of its nodes does.
    this.client.on('close', count).on('-node', count);
  }

  /**
   * Resolves once so many replicas have what `write` has written, and throws if they don't in time. Redis answers before
   * they do, so one that takes the primary's place may not have it. WAIT speaks of its own connection's writes
   * (https://redis.io/docs/latest/commands/wait/): on a new one it would be content with none.
   */
  async writeReplicated(write: () => Promise<unknown>, replicas: number, timeoutMs: number): Promise<void> {
    const { server, timesClosed } = this;
    await write();
    if (replicas === 0) return;
    const reached = (await server?.wait(replicas, timeoutMs)) ?? 0;
    if (reached < replicas) throw new Error(`${reached} of ${replicas} replicas have the job`);
    if (server !== this.server || timesClosed !== this.timesClosed)
      throw new Error('the connection to Redis is another one than the job was added on');
  }
}

/** For counters, claims and health checks, which must not delay a response: commands time out sooner. */
export class QuickRedis extends RedisConnection {
  constructor(config: Config) {
    super(config, 300);
  }
}
