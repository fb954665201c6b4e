import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  type DeliveriesAnswer,
  deliveryStatuses,
  type OneDeliveryAnswer,
  type ReplayAnswer,
  type ReplayPreviewAnswer,
  type ReplayRangeAnswer,
} from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema, schemaOf, textSchema, wholeSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { ApiError, invalidField, invalidParameter } from '../platform/api-error.js';
import { instantOf } from '../platform/date-time.js';
import { uuidInPath } from '../platform/validation.pipe.js';
import { DeliveryQueryDto, ReplayRangeDto } from './delivery.dto.js';
import { readDeliveries, readDelivery } from './read-deliveries.js';
import { countFailed, replayFailed, replayOne, type ReplayRange } from './replay.js';

@Controller('api/admin/deliveries')
export class DeliveriesController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  @Get()
  @ApiCall('Webhook deliveries, newest first, 50 a page (contracts/src/http/delivery.ts, DeliveriesAnswer)', {
    answer: objectSchema,
  })
  list(@Query() query: DeliveryQueryDto): Promise<DeliveriesAnswer> {
    return readDeliveries(this.db.manager, query, this.config.timeZone);
  }

  @Post('replay')
  @ApiCall(
    'Send the failed deliveries of an endpoint again that were created at `from` or later and before `to`',
    { answer: schemaOf({ replayed: wholeSchema }) },
  )
  @HttpCode(202)
  async replayRange(@Body() body: ReplayRangeDto): Promise<ReplayRangeAnswer> {
    return { replayed: await replayFailed(this.db.manager, this.rangeOf(body, invalidField)) };
  }

  /** How many deliveries that would send. */
  @Get('replay')
  @ApiCall('How many deliveries such a replay would send', { answer: schemaOf({ failed: wholeSchema }) })
  async previewReplay(@Query() query: ReplayRangeDto): Promise<ReplayPreviewAnswer> {
    return { failed: await countFailed(this.db.manager, this.rangeOf(query, invalidParameter)) };
  }

  @Get(':id')
  @ApiCall('A delivery with its body and all attempts (contracts/src/http/delivery.ts, OneDeliveryAnswer)', {
    answer: objectSchema,
  })
  async read(@Param('id', uuidInPath) id: string): Promise<OneDeliveryAnswer> {
    const delivery = await readDelivery(this.db.manager, id);
    if (!delivery) throw new ApiError('not-found');
    return delivery;
  }

  @Post(':id/replay')
  @ApiCall('Send a delivery again, even one that was delivered; returns its previous status', {
    answer: schemaOf({ id: textSchema, previousStatus: { enum: deliveryStatuses } }),
  })
  @HttpCode(202)
  async replay(@Param('id', uuidInPath) id: string): Promise<ReplayAnswer> {
    const previousStatus = await replayOne(this.db.manager, id);
    if (!previousStatus) throw new ApiError('not-found');
    return { id, previousStatus };
  }

  /** Throws the error of `refusal` if it ends before it starts. */
  private rangeOf({ endpoint, ...range }: ReplayRangeDto, refusal: typeof invalidField): ReplayRange {
    const from = instantOf(range.from, this.config.timeZone);
    const to = instantOf(range.to, this.config.timeZone);
    if (to <= from) throw refusal('to', 'must be after from');
    return { endpoint, from, to };
  }
}
