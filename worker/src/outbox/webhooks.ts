import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { webhookEndpoints } from '@voordeur/contracts/http';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../platform/config.js';
import { planWebhooks, type WebhookEvent } from './plan-webhook.js';

/** Plans deliveries to the owner's endpoints. */
@Injectable()
export class Webhooks implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  /** In the transaction that stores the events; nothing for an endpoint without a URL. */
  plan(tx: EntityManager, ...events: WebhookEvent[]): Promise<void> {
    return planWebhooks(tx, this.config.webhooks, events);
  }

  /** Stores which endpoints have a URL, for the admin, whose process doesn't know these settings. */
  async onApplicationBootstrap(): Promise<void> {
    await this.db.query(
      `insert into webhook_endpoints (name, configured)
      select name, configured from unnest($1::text[], $2::boolean[]) as e (name, configured)
      on conflict (name) do update set configured = excluded.configured`,
      [webhookEndpoints, webhookEndpoints.map((name) => this.config.webhooks.urls.has(name))],
    );
  }
}
