import { Controller, Get, Query } from '@nestjs/common';
import type { Analytics, RangeAnalytics } from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { QueryPipe } from '../platform/validation.pipe.js';
import { parseRange, RangeQueryDto } from './parse-range.js';
import { readAnalytics } from './read-analytics.js';
import { readRange } from './read-range.js';

@Controller('api/admin/analytics')
export class AnalyticsController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  @Get()
  async read(): Promise<Analytics> {
    const figures = await readAnalytics(this.db, new Date(), this.config.timeZone);
    return { ...figures, ownHost: new URL(this.config.publicUrl).host };
  }

  @Get('range')
  readRange(@Query(new QueryPipe(RangeQueryDto)) query: RangeQueryDto): Promise<RangeAnalytics> {
    return readRange(this.db, parseRange(query), new Date(), this.config.timeZone);
  }
}
