import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { feedSpilledJobs } from './feed-spilled-jobs.js';

const everyMs = 1_000;

/** Looks every second for jobs that wait in Postgres for Redis. */
@Injectable()
export class SpillFeeder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('spill');
  private readonly redis: Redis;
  private readonly queues: Map<string, Queue>;
  private readonly prefix: string;
  private timer: NodeJS.Timeout | undefined;
  private feeding: Promise<void> | null = null;

  constructor(
    private readonly db: DataSource,
    { redisUrl, queuePrefix }: Config,
  ) {
    this.prefix = queuePrefix;
    // Fails at once while Redis is away: the worker's other connections would keep each second's jobs in memory.
    this.redis = new Redis(redisUrl, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 1_000,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    this.redis.on('error', () => undefined);
    const options = {
      connection: this.redis,
      prefix: queuePrefix,
      skipWaitingForReady: true,
      skipVersionCheck: true,
    };
    this.queues = new Map(
      [queueNames.signups, queueNames.unsubscribes].map((name) => [name, new Queue(name, options)]),
    );
    for (const queue of this.queues.values()) queue.on('error', () => undefined);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.feeding ??= this.feed().finally(() => {
        this.feeding = null;
      });
    }, everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.feeding;
    this.redis.disconnect();
  }

  private async feed(): Promise<void> {
    try {
      const fed = await feedSpilledJobs(this.db, this.queues, { redis: this.redis, prefix: this.prefix });
      if (fed > 0) this.log.log({ fed }, 'jobs that had waited for Redis');
    } catch {
      // Redis or Postgres is away, which the health check tells; the rows wait.
    }
  }
}
