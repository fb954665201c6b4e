import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type WebhookEndpoint, webhookEndpoints } from '@voordeur/contracts/http';
import { planEffects } from '@voordeur/server';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../platform/config.js';
import type { WebhookSettings } from '../platform/webhook-settings.js';

/** The `type` of a body. Only dots and underscores, as Standard Webhooks requires. */
const types: Record<WebhookEndpoint, string> = {
  setups: 'lead.setups',
  question: 'lead.question',
  newsletter: 'lead.newsletter',
  'video-signup': 'lead.video_signup',
  'prompt-signup': 'lead.prompt_signup',
  unsubscribe: 'unsubscribe',
  booking: 'booking.created',
  'booking-visit': 'visit.booking',
};

/** The body's own fields; `type`, `id` and `timestamp` are added from the event. */
export type WebhookFields = Record<string, string | number | boolean | null> & {
  type?: never;
  id?: never;
  timestamp?: never;
};

export interface WebhookEvent {
  endpoint: WebhookEndpoint;
  /** The body's type, where it isn't the endpoint's usual one. */
  type?: 'lead.proposal';
  /** Id of the lead, unsubscribe or visit: one event makes one delivery for an endpoint. */
  eventId: string;
  /** ISO, UTC */
  occurredAt: string;
  fields: WebhookFields;
  leadId?: string;
  /** W3C's `traceparent` of the event, where it isn't the current one. */
  trace?: string | undefined;
}

/**
 * Plans the deliveries of events in the transaction that stores them; none for an endpoint without an address. The
 * owner's are read here, so that an address that she has just set gets the next event.
 */
export async function planWebhooks(
  tx: EntityManager,
  { urls, retrySeconds }: Pick<WebhookSettings, 'urls' | 'retrySeconds'>,
  events: WebhookEvent[],
): Promise<void> {
  const areOperators = events.every(({ endpoint }) => urls.has(endpoint));
  const owners = areOperators ? new Set<WebhookEndpoint>() : await readOwnersEndpoints(tx);
  await planEffects(
    tx,
    events
      .filter(({ endpoint }) => urls.has(endpoint) || owners.has(endpoint))
      .map(({ endpoint, fields, ...event }) => ({
        kind: 'webhook',
        destination: endpoint,
        type: types[endpoint],
        payload: fields,
        delaySeconds: retrySeconds[0] ?? 0,
        ...event,
      })),
  );
}

/** Also endpoints whose address can't be read any more: their deliveries wait until she types it again. */
async function readOwnersEndpoints(tx: EntityManager): Promise<Set<WebhookEndpoint>> {
  const rows = await tx.query<{ name: WebhookEndpoint }[]>(
    `select name from webhook_endpoints where sealed_url is not null`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Plans the delivery of one event, likewise. */
export function planWebhook(
  tx: EntityManager,
  settings: Pick<WebhookSettings, 'urls' | 'retrySeconds'>,
  event: WebhookEvent,
): Promise<void> {
  return planWebhooks(tx, settings, [event]);
}

/** Plans deliveries to the owner's endpoints. */
@Injectable()
export class Webhooks implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  /** In the transaction that stores the events; nothing for an endpoint without an address. */
  plan(tx: EntityManager, ...events: WebhookEvent[]): Promise<void> {
    return planWebhooks(tx, this.config.webhooks, events);
  }

  /** Stores which endpoints the operator has set, for the admin, whose process doesn't know these settings. */
  async onApplicationBootstrap(): Promise<void> {
    const { urls } = this.config.webhooks;
    await this.db.query(
      `insert into webhook_endpoints (name, configured)
      select name, configured from unnest($1::text[], $2::boolean[]) as e (name, configured)
      on conflict (name) do update set configured = excluded.configured`,
      [webhookEndpoints, webhookEndpoints.map((name) => urls.has(name))],
    );
  }
}
