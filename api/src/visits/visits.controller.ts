import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  type Accepted,
  acceptedSchema,
  keptPage,
  type Language,
  type VisitBody,
  visitBodySchema,
} from '@voordeur/contracts/http';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import type { FastifyRequest } from 'fastify';
import { type Client, clientOf } from '../platform/client.js';
import { cutText } from '../platform/cut-text.js';
import { newEventId } from '../platform/event-id.js';
import { VISIT_LIMIT, type FloodLimit } from '../platform/flood-limit.js';

import { VisitsProducer } from './visits.producer.js';

const referrerLimit = 2_048;

@Controller('api/visit')
export class VisitsController {
  constructor(
    private readonly visits: VisitsProducer,
    @Inject(VISIT_LIMIT) private readonly limit: FloodLimit,
  ) {}

  @Post()
  @HttpCode(202)
  @RouteSchema({ body: visitBodySchema, response: { 202: acceptedSchema } })
  async record(@Body() body: VisitBody, @Req() request: FastifyRequest): Promise<Accepted> {
    const client = clientOf(request);
    this.limit(client.address);
    const visit = seenByBeacon(body, client);
    await this.visits.record(visit);
    return { id: visit.id };
  }
}

function seenByBeacon({ page, referrer, language }: VisitBody, client: Client): VisitEvent {
  const { id, occurredAt } = newEventId();
  const { address, userAgent } = client;
  const visit: VisitEvent = { id, occurredAt, source: 'beacon', page: keptPage(page), address, userAgent };
  if (referrer) visit.referrer = cutText(referrer, referrerLimit);
  if (language) visit.language = language.toUpperCase() as Language;
  return visit;
}
