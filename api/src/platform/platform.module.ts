import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { queueNames } from '@voordeur/contracts/jobs';
import { LOGGER } from '@voordeur/server';
import { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { Config } from './config.js';
import { JobProducer } from './job-producer.js';
import { MetricsController } from './metrics.js';
import { rateLimiting } from './rate-limit.guard.js';
import { RateLimitStorage } from './rate-limits.js';
import { connectionOf } from './postgres-settings.js';
import { QueueRedis, QuickRedis } from './redis-connection.js';
import { RedisHealth } from './redis-health.js';
import { CurrentMail } from './current-mail.js';
import { Site } from './site.js';

/** Postgres may start after this process: try twice a second for half a minute. */
const connectRetries = { retryAttempts: 60, retryDelay: 500 };

/** Queues report a lost connection as an event each; RedisHealth logs it once for all of them. */
class QuietQueue extends Queue {
  constructor(...args: ConstructorParameters<typeof Queue>) {
    super(...args);
    this.on('error', () => undefined);
  }
}

/** Providers for every feature: settings, logger, Redis, Postgres and the queues. */
@Module({})
export class PlatformModule {
  static with(config: Config, site: Site, logger: Logger): DynamicModule {
    // Set here rather than at the top of this file, where it would depend on the order of imports.
    BullModule.queueClass = QuietQueue;
    const { visits, videoViews, goals, signups, unsubscribes } = queueNames;
    const queues = BullModule.registerQueue(
      ...[visits, videoViews, goals, signups, unsubscribes].map((name) => ({ name })),
    );
    return {
      module: PlatformModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          ...connectionOf(config),
          ...connectRetries,
        }),
        BullModule.forRootAsync({
          inject: [QueueRedis],
          useFactory: ({ client }: QueueRedis) => ({
            connection: client,
            prefix: config.queuePrefix,
            skipWaitingForReady: true,
            skipVersionCheck: true,
            streams: { events: { maxLen: 100 } },
          }),
        }),
        queues,
        rateLimiting,
      ],
      controllers: [MetricsController],
      providers: [
        { provide: Config, useValue: config },
        { provide: Site, useValue: site },
        { provide: CurrentMail, useValue: new CurrentMail(config) },
        { provide: LOGGER, useValue: logger },
        { provide: QueueRedis, useFactory: () => new QueueRedis(config) },
        { provide: QuickRedis, useFactory: () => new QuickRedis(config) },
        RedisHealth,
        RateLimitStorage,
        JobProducer,
      ],
      exports: [
        Config,
        Site,
        CurrentMail,
        LOGGER,
        QueueRedis,
        QuickRedis,
        RedisHealth,
        RateLimitStorage,
        JobProducer,
        queues,
      ],
    };
  }
}
