import {
  deliveryStatuses,
  type DeliveryStatus,
  type ReplayRangeBody,
  type WebhookEndpoint,
  webhookEndpoints,
} from '@voordeur/contracts/http';
import { IsIn } from 'class-validator';
import { RealDateTime, Uuid } from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

/** A date-time without an offset is in the site's zone. */
export class DeliveryQueryDto {
  @Optional()
  @IsIn(webhookEndpoints)
  endpoint?: WebhookEndpoint;

  @Optional()
  @IsIn(deliveryStatuses)
  status?: DeliveryStatus;

  /** Created at this instant or later. */
  @Optional()
  @RealDateTime()
  from?: string;

  /** Created before this instant. */
  @Optional()
  @RealDateTime()
  to?: string;

  /** The last delivery of the previous page. */
  @Optional()
  @Uuid()
  cursor?: string;
}

export class ReplayRangeDto implements ReplayRangeBody {
  @IsIn(webhookEndpoints)
  endpoint!: WebhookEndpoint;

  @RealDateTime()
  from!: string;

  @RealDateTime()
  to!: string;
}
