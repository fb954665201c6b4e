import { Controller, Get } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ApiError } from '../platform/api-error.js';
import { pendingMigrations } from '../platform/postgres-ready.js';
import { RedisHealth, type RedisState } from '../platform/redis-health.js';
import { within } from '../platform/within.js';

const answerWithinMs = 1_000;

type PostgresState = 'usable' | 'away' | 'lacks migrations';
interface Ready {
  redis: RedisState;
  postgres: PostgresState;
}

@Controller('api/health')
export class HealthController {
  constructor(
    private readonly redis: RedisHealth,
    @InjectDataSource() private readonly db: DataSource,
  ) {}

  /** That the loop runs: nothing else is asked, or a dead database would get this process killed in vain. */
  @Get('live')
  live(): { live: true } {
    return { live: true };
  }

  @Get('ready')
  async ready(): Promise<Ready> {
    const [redis, postgres] = await Promise.all([this.redis.check(), this.lookAtPostgres()]);
    if (redis === 'usable' && postgres === 'usable') return { redis, postgres };
    throw new ApiError('unavailable', {
      details: [
        { field: 'redis', message: redis },
        { field: 'postgres', message: postgres },
      ],
    });
  }

  private async lookAtPostgres(): Promise<PostgresState> {
    try {
      const pending = await within(answerWithinMs, pendingMigrations(this.db));
      return pending.length === 0 ? 'usable' : 'lacks migrations';
    } catch {
      return 'away';
    }
  }
}
