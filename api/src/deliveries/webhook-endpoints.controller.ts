import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import {
  type EndpointOnAnswer,
  type MadeSecretAnswer,
  type WebhookEndpoint,
  webhookEndpoints,
  type WebhookEndpointsAnswer,
} from '@voordeur/contracts/http';
import { parseWebhookUrl, type Seal, webhookSeal } from '@voordeur/server';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { describeOrigin } from '../admin-session/session-origin.js';
import { ApiCall, objectSchema, schemaOf, textSchema, wholeSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { planTest } from '../platform/asked-effect.js';
import { WebhookAddressDto } from './delivery.dto.js';
import { readEndpoints, readEndpointStates } from './read-endpoints.js';
import { enableEndpoint } from './replay.js';
import { makeSecret, readSecret, removeAddress, setAddress } from './webhook-addresses.js';

@Controller('api/admin/webhook-endpoints')
export class WebhookEndpointsController {
  private readonly seal: Seal;

  constructor(
    private readonly db: DataSource,
    { jwtSecret }: Config,
  ) {
    this.seal = webhookSeal(jwtSecret);
  }

  @Get()
  @ApiCall('The endpoints (contracts/src/http/delivery.ts, WebhookEndpointsAnswer)', { answer: objectSchema })
  async list(): Promise<WebhookEndpointsAnswer> {
    return {
      endpoints: await readEndpoints(this.db.manager, this.seal),
      secret: await readSecret(this.db.manager, this.seal),
    };
  }

  @Post('secret')
  @ApiCall('Sign with a new secret from now on; the old one also signs for another day', {
    answer: schemaOf({ secret: textSchema }),
  })
  @HttpCode(200)
  async makeSecret(): Promise<MadeSecretAnswer> {
    return { secret: await makeSecret(this.db, this.seal) };
  }

  @Put(':name')
  @ApiCall('Send to this address from now on; answers the secret if one had to be made for it', {
    answer: schemaOf({ secret: { type: ['string', 'null'] } }),
  })
  async set(
    @Param('name') name: string,
    @Body() { url }: WebhookAddressDto,
    @Req() request: FastifyRequest,
  ): Promise<MadeSecretAnswer> {
    const address = { endpoint: endpointOf(name), url: parseWebhookUrl(url) };
    return { secret: await setAddress(this.db, this.seal, address, describeOrigin(clientOf(request))) };
  }

  @Delete(':name')
  @ApiCall('Send nothing any more to the address that the owner set')
  @HttpCode(204)
  async remove(@Param('name') name: string): Promise<void> {
    await removeAddress(this.db.manager, endpointOf(name));
  }

  @Post(':name/test')
  @ApiCall('Send a delivery of the type `test`; the answer to GET says what became of it', {
    answer: objectSchema,
  })
  @HttpCode(202)
  async test(@Param('name') name: string): Promise<WebhookEndpointsAnswer> {
    const endpoint = endpointOf(name);
    const states = await readEndpointStates(this.db.manager);
    if (!states.some((state) => state.name === endpoint && state.configured)) throw new ApiError('not-found');
    await planTest(this.db, { kind: 'webhook', destination: endpoint, payload: { endpoint } });
    return this.list();
  }

  @Post(':name/on')
  @ApiCall('Switch an endpoint back on that answered 410; the deliveries that waited for it are sent', {
    answer: schemaOf({ name: textSchema, resumed: wholeSchema }),
  })
  @HttpCode(200)
  async enable(@Param('name') name: string): Promise<EndpointOnAnswer> {
    const endpoint = endpointOf(name);
    return { name: endpoint, resumed: await enableEndpoint(this.db.manager, endpoint) };
  }
}

function endpointOf(name: string): WebhookEndpoint {
  const endpoint = webhookEndpoints.find((known) => known === name);
  if (!endpoint) throw new ApiError('not-found');
  return endpoint;
}
