import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  keptPage,
  keptReferrer,
  type Language,
  type VisitBody,
  visitBodySchema,
} from '@voordeur/contracts/http';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import { Config } from '../platform/config.js';
import type { Client } from '../platform/client.js';
import { cutText } from '../platform/cut-text.js';
import { newEventId } from '../platform/event-id.js';
import { type FloodLimit, VISIT_LIMIT } from '../platform/flood-limit.js';
import { addFloodRoute, type FloodRoute } from '../platform/flood-route.js';
import { VisitsProducer } from './visits.producer.js';

const referrerLimit = 2_048;

export const visitRoute: FloodRoute = { path: '/api/visit', body: visitBodySchema };

@Injectable()
export class VisitsRoute implements OnModuleInit {
  private readonly ownHost: string;

  constructor(
    config: Config,
    private readonly http: HttpAdapterHost,
    private readonly visits: VisitsProducer,
    @Inject(VISIT_LIMIT) private readonly limit: FloodLimit,
  ) {
    this.ownHost = new URL(config.publicUrl).host;
  }

  onModuleInit(): void {
    addFloodRoute(this.http, visitRoute, this.limit, (body, client) => {
      const visit = seenByBeacon(body as VisitBody, client, this.ownHost);
      return { id: visit.id, kept: this.visits.record(visit) };
    });
  }
}

function seenByBeacon({ page, referrer, language }: VisitBody, client: Client, ownHost: string): VisitEvent {
  const { id, occurredAt } = newEventId();
  const { address, userAgent } = client;
  const visit: VisitEvent = { id, occurredAt, source: 'beacon', page: keptPage(page), address, userAgent };
  if (referrer) visit.referrer = cutText(keptReferrer(referrer, ownHost), referrerLimit);
  if (language) visit.language = language.toUpperCase() as Language;
  return visit;
}
