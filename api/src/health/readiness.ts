import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { type HealthCheckResult, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { LOGGER, pendingMigrations } from '@voordeur/server';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { RedisHealth } from '../platform/redis-health.js';

const timeoutMs = 1_000;
const cachedForMs = 1_000;

/**
 * Whether this process can do its work, checked at most once a second however often it's asked. The reason is logged
 * when it changes; the response doesn't give it away to strangers.
 */
@Injectable()
export class Readiness {
  private loggedReason = '';

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly redis: RedisHealth,
    private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws a `ServiceUnavailableException` unless Redis and Postgres are usable. */
  async check(): Promise<void> {
    const redis = this.indicators.check('redis').attempt(() => this.checkRedis());
    const postgres = this.indicators.check('postgres').attempt(() => this.checkPostgres());
    try {
      await this.health.check([
        redis.cacheFor(cachedForMs),
        postgres.withTimeout(timeoutMs).cacheFor(cachedForMs),
      ]);
      this.logChange('');
    } catch (error) {
      if (error instanceof ServiceUnavailableException) this.logChange(reasonOf(error));
      throw error;
    }
  }

  private async checkRedis(): Promise<void> {
    const state = await this.redis.check();
    if (state !== 'usable') throw new Error(state);
  }

  private async checkPostgres(): Promise<void> {
    const pending = await pendingMigrations(this.db).catch((cause: unknown) => {
      throw new Error('away', { cause });
    });
    if (pending.length > 0) throw new Error('lacks migrations');
  }

  private logChange(reason: string): void {
    if (reason === this.loggedReason) return;
    if (reason === '') this.logger.info('ready again');
    else this.logger.warn({ reason }, 'not ready');
    this.loggedReason = reason;
  }
}

function reasonOf(failed: ServiceUnavailableException): string {
  const { error = {} } = failed.getResponse() as HealthCheckResult;
  return Object.entries(error)
    .map(([name, indicator]) => `${name}: ${String(indicator?.['message'])}`)
    .join(', ');
}
