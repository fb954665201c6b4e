import type { WebhookEndpoint } from '@voordeur/contracts/http';
import { planEffects } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import type { WebhookSettings } from '../platform/webhook-settings.js';

/** The `type` of a body. Only dots and underscores, as Standard Webhooks requires. */
const types: Record<WebhookEndpoint, string> = {
  setups: 'lead.setups',
  question: 'lead.question',
  newsletter: 'lead.newsletter',
  'video-signup': 'lead.video_signup',
  'prompt-signup': 'lead.prompt_signup',
  unsubscribe: 'unsubscribe',
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

/** Plans the deliveries of events in the transaction that stores them; none for an endpoint without a URL. */
export async function planWebhooks(
  tx: EntityManager,
  { urls, retrySeconds }: Pick<WebhookSettings, 'urls' | 'retrySeconds'>,
  events: WebhookEvent[],
): Promise<void> {
  await planEffects(
    tx,
    events
      .filter(({ endpoint }) => urls.has(endpoint))
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

/** Plans the delivery of one event, likewise. */
export function planWebhook(
  tx: EntityManager,
  settings: Pick<WebhookSettings, 'urls' | 'retrySeconds'>,
  event: WebhookEvent,
): Promise<void> {
  return planWebhooks(tx, settings, [event]);
}
