import {
  deliveryStatuses,
  type DeliveryStatus,
  type ReplayDestination,
  replayDestinations,
  type ReplayRangeBody,
  type WebhookAddressBody,
  type WebhookEndpoint,
  webhookEndpoints,
} from '@voordeur/contracts/http';
import { parseWebhookUrl } from '@voordeur/server';
import { IsIn } from 'class-validator';
import { Line, MustBe, RealDateTime } from '../platform/form-fields.js';
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

const longestUrl = 2_048;

export class WebhookAddressDto implements WebhookAddressBody {
  @Line(longestUrl)
  @MustBe('an http or https address without a name or a password', isWebhookUrl)
  url!: string;
}

function isWebhookUrl(value: unknown): boolean {
  try {
    return typeof value === 'string' && parseWebhookUrl(value) !== '';
  } catch {
    return false;
  }
}
