import type { OnApplicationShutdown } from '@nestjs/common';
import { connectRedis, type RedisClient } from '@voordeur/server';
import type { Config } from './config.js';

/** The connection of all queues; each processor makes two more like it, of its own. */
export class WorkerRedis implements OnApplicationShutdown {
  readonly client: RedisClient;

  constructor({ redisUrl }: Pick<Config, 'redisUrl'>) {
    // A worker waits for Redis forever; it has nothing else to do.
    this.client = connectRedis(redisUrl, { maxRetriesPerRequest: null });
    this.client.on('error', () => undefined); // the health check reports it
  }

  onApplicationShutdown(): void {
    this.client.disconnect();
  }
}
