import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '@voordeur/contracts/db';
import type { Logger } from 'pino';
import { Config } from './config.js';
import { Site } from './site-config.js';
import { JobProducer } from './job-producer.js';
import { ProducingRedis, SideRedis } from './redis-connection.js';
import { RedisHealth } from './redis-health.js';
import { RateLimits } from './rate-limits.js';
import { LOGGER } from './tokens.js';

/** Postgres may come up after us: tried twice a second for half a minute. */
const connecting = { retryAttempts: 60, retryDelay: 500 };

/** What every feature stands on: settings, logger, Redis, Postgres. */
@Module({})
export class PlatformModule {
  static with(config: Config, site: Site, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(config.databaseUrl, { applicationName: 'voordeur-api' }),
          ...connecting,
          extra: {
            // A frozen Postgres must not hold requests for ever.
            query_timeout: 10_000,
            // What is asked together goes together: each answer is read while Postgres works on the next.
            pipeline: true,
            // What the api asks takes milliseconds; parallel workers take as long to start.
            options: '-c max_parallel_workers_per_gather=0',
          },
        }),
        BullModule.forRootAsync({
          inject: [ProducingRedis],
          useFactory: (connection: ProducingRedis) => ({
            connection,
            prefix: config.queuePrefix,
            skipWaitingForReady: true,
            skipVersionCheck: true,
            streams: { events: { maxLen: 100 } },
          }),
        }),
      ],
      providers: [
        { provide: Config, useValue: config },
        { provide: Site, useValue: site },
        { provide: LOGGER, useValue: logger },
        { provide: ProducingRedis, useFactory: () => new ProducingRedis(config) },
        { provide: SideRedis, useFactory: () => new SideRedis(config) },
        RedisHealth,
        RateLimits,
        JobProducer,
      ],
      exports: [Config, Site, LOGGER, ProducingRedis, SideRedis, RedisHealth, RateLimits, JobProducer],
    };
  }
}
