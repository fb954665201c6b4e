import {
  deliveryStatuses,
  type DeliveryStatus,
  type ReplayDestination,
  replayDestinations,
  type ReplayRangeBody,
  type WebhookEndpoint,
  webhookEndpoints,
} from '@voordeur/contracts/http';
import { IsIn } from 'class-validator';
import { RealDateTime } from '../platform/form-fields.js';
import { PeriodQueryDto } from '../platform/paging.js';
import { Optional } from '../platform/validation.pipe.js';

/** Filters deliveries by when they were created; an absent filter matches all. */
export class DeliveryQueryDto extends PeriodQueryDto {
  @Optional()
  @IsIn(webhookEndpoints)
  endpoint?: WebhookEndpoint;

  @Optional()
  @IsIn(deliveryStatuses)
  status?: DeliveryStatus;
}

export class ReplayRangeDto implements ReplayRangeBody {
  @IsIn(replayDestinations)
  endpoint!: ReplayDestination;

  @RealDateTime()
  from!: string;

  @RealDateTime()
  to!: string;
}
