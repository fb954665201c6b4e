import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type {
  DeliveriesAnswer,
  OneDeliveryAnswer,
  ReplayAnswer,
  ReplayPreviewAnswer,
  ReplayRangeAnswer,
} from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { instantOf } from '../platform/date-time.js';
import { BodyPipe } from '../platform/validation.pipe.js';
import { isUuid, parseDeliveryQuery, parseReplayRange } from './parse-delivery-query.js';
import { readDeliveries, readDelivery } from './read-deliveries.js';
import { countFailed, replayFailed, replayOne } from './replay.js';
import { ReplayRangeDto } from './replay-range.dto.js';

@Controller('api/admin/deliveries')
export class DeliveriesController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  @Get()
  list(@Query() query: Record<string, unknown>): Promise<DeliveriesAnswer> {
    return readDeliveries(this.db.manager, parseDeliveryQuery(query, this.config.timeZone));
  }

  @Post('replay')
  @HttpCode(202)
  async replayRange(@Body(new BodyPipe(ReplayRangeDto)) body: ReplayRangeDto): Promise<ReplayRangeAnswer> {
    const from = instantOf(body.from, this.config.timeZone);
    const to = instantOf(body.to, this.config.timeZone);
    if (to <= from) throw invalidField('to', 'must be after from');
    return { replayed: await replayFailed(this.db.manager, { endpoint: body.endpoint, from, to }) };
  }

  /** What that would send, before it is sent. */
  @Get('replay')
  async previewReplay(@Query() query: Record<string, unknown>): Promise<ReplayPreviewAnswer> {
    const range = parseReplayRange(query, this.config.timeZone);
    return { failed: await countFailed(this.db.manager, range) };
  }

  @Get(':id')
  async read(@Param('id') id: string): Promise<OneDeliveryAnswer> {
    const delivery = isUuid(id) ? await readDelivery(this.db.manager, id) : null;
    if (!delivery) throw new ApiError('not-found');
    return delivery;
  }

  @Post(':id/replay')
  @HttpCode(202)
  async replay(@Param('id') id: string): Promise<ReplayAnswer> {
    const previousStatus = isUuid(id) ? await replayOne(this.db.manager, id) : null;
    if (!previousStatus) throw new ApiError('not-found');
    return { id, previousStatus };
  }
}
