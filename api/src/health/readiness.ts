import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { pendingMigrations } from '../platform/database-check.js';
import { RedisHealth } from '../platform/redis-health.js';
import { LOGGER } from '../platform/logger.js';
import { within } from '../platform/within.js';

const answerWithinMs = 1_000;
const keptForMs = 1_000;

/**
 * Whether this process can do its work, checked at most once a second however many ask. The reason is logged once when
 * it changes; the answer itself tells a stranger nothing about what stands behind.
 */
@Injectable()
export class Readiness {
  private last: { atMs: number; isReady: Promise<boolean> } | null = null;
  private loggedReason = '';

  constructor(
    private readonly redis: RedisHealth,
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  isReady(): Promise<boolean> {
    const nowMs = performance.now();
    if (!this.last || nowMs - this.last.atMs > keptForMs) this.last = { atMs: nowMs, isReady: this.look() };
    return this.last.isReady;
  }

  private async look(): Promise<boolean> {
    const [redis, postgres] = await Promise.all([this.redis.check(), this.lookAtPostgres()]);
    const isReady = redis === 'usable' && postgres === 'usable';
    const reason = isReady ? '' : `${redis} ${postgres}`;
    if (reason !== this.loggedReason) {
      if (isReady) this.logger.info('ready again');
      else this.logger.warn({ redis, postgres }, 'not ready');
    }
    this.loggedReason = reason;
    return isReady;
  }

  private async lookAtPostgres(): Promise<'usable' | 'away' | 'lacks migrations'> {
    try {
      const pending = await within(answerWithinMs, pendingMigrations(this.db));
      return pending.length === 0 ? 'usable' : 'lacks migrations';
    } catch {
      return 'away';
    }
  }
}
