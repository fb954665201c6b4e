import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  type EndpointOnAnswer,
  webhookEndpoints,
  type WebhookEndpointsAnswer,
} from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema, schemaOf, textSchema, wholeSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { readEndpoints } from './read-endpoints.js';
import { enableEndpoint } from './replay.js';

@Controller('api/admin/webhook-endpoints')
export class WebhookEndpointsController {
  constructor(private readonly db: DataSource) {}

  @Get()
  @ApiCall('The endpoints (contracts/src/http/delivery.ts, WebhookEndpointsAnswer)', { answer: objectSchema })
  async list(): Promise<WebhookEndpointsAnswer> {
    return { endpoints: await readEndpoints(this.db.manager) };
  }

  @Post(':name/on')
  @ApiCall('Switch an endpoint back on that answered 410; the deliveries that waited for it are sent', {
    answer: schemaOf({ name: textSchema, resumed: wholeSchema }),
  })
  @HttpCode(200)
  async enable(@Param('name') name: string): Promise<EndpointOnAnswer> {
    const endpoint = webhookEndpoints.find((known) => known === name);
    if (!endpoint) throw new ApiError('not-found');
    return { name: endpoint, resumed: await enableEndpoint(this.db.manager, endpoint) };
  }
}
