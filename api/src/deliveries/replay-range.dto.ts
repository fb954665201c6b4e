import { type ReplayRangeBody, type WebhookEndpoint, webhookEndpoints } from '@voordeur/contracts/http';
import { IsIn } from 'class-validator';
import { RealDateTime } from '../platform/form-fields.js';

export class ReplayRangeDto implements ReplayRangeBody {
  @IsIn(webhookEndpoints)
  endpoint!: WebhookEndpoint;

  @RealDateTime()
  from!: string;

  @RealDateTime()
  to!: string;
}
