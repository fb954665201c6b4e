import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, pendingMigrations } from '@voordeur/server';
import pTimeout from 'p-timeout';
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
  private last: { atMs: number; isReady: Promise<boolean> } | null = null;
  private loggedReason = '';

  constructor(
    private readonly redis: RedisHealth,
    private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  isReady(): Promise<boolean> {
    const nowMs = performance.now();
    if (!this.last || nowMs - this.last.atMs > cachedForMs)
      this.last = { atMs: nowMs, isReady: this.check() };
    return this.last.isReady;
  }

  private async check(): Promise<boolean> {
    const [redis, postgres] = await Promise.all([this.redis.check(), this.checkPostgres()]);
    const isReady = redis === 'usable' && postgres === 'usable';
    const reason = isReady ? '' : `${redis} ${postgres}`;
    if (reason !== this.loggedReason) {
      if (isReady) this.logger.info('ready again');
      else this.logger.warn({ redis, postgres }, 'not ready');
    }
    this.loggedReason = reason;
    return isReady;
  }

  private async checkPostgres(): Promise<'usable' | 'away' | 'lacks migrations'> {
    try {
      const pending = await pTimeout(pendingMigrations(this.db), { milliseconds: timeoutMs });
      return pending.length === 0 ? 'usable' : 'lacks migrations';
    } catch {
      return 'away';
    }
  }
}
