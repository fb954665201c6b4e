import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { keptPage, keptReferrer, type VisitBody, visitBodySchema } from '@voordeur/contracts/http';
import type { VisitEvent } from '@voordeur/contracts/jobs';
import { cutText, newEventId } from '@voordeur/server';
import type { Client } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { addHotRoute, type HotRoute } from '../platform/hot-route.js';
import { VisitsProducer } from './visits.producer.js';

const referrerLimit = 2_048;

export const visitRoute: HotRoute = {
  path: '/api/visit',
  summary: 'Record a page view',
  body: visitBodySchema,
  perMinute: 300,
};

@Injectable()
export class VisitsRoute implements OnModuleInit {
  private readonly ownHost: string;

  constructor(
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
    private readonly visits: VisitsProducer,
  ) {
    this.ownHost = new URL(config.publicUrl).host;
  }

  onModuleInit(): void {
    addHotRoute(this.http, this.config, visitRoute, (body, client) => {
      const visit = visitOf(body as VisitBody, client, this.ownHost);
      return { id: visit.id, stored: this.visits.record(visit) };
    });
  }
}

function visitOf(body: VisitBody, client: Client, ownHost: string): VisitEvent {
  const { page, referrer, language, webdriver } = body;
  const { id, occurredAt } = newEventId();
  const { address, userAgent } = client;
  const visit: VisitEvent = { id, occurredAt, source: 'beacon', page: keptPage(page), address, userAgent };
  const from = keptReferrer(referrer ?? '', ownHost);
  if (from) visit.referrer = cutText(from, referrerLimit);
  if (language) visit.language = language.toUpperCase();
  if (webdriver) visit.webdriver = true;
  return visit;
}
