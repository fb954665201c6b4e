import type { WebhookEndpoint } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { WebhookSettings } from '../platform/webhook-settings.js';
import { planEffect } from '../outbox/plan-effect.js';

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
  /** Of the lead, unsubscribe or visit: one event makes one delivery for an endpoint. */
  eventId: string;
  /** ISO, UTC */
  occurredAt: string;
  fields: WebhookFields;
  leadId?: string;
}

/** Plans an event's delivery in the transaction that stores the event; nothing if the endpoint has no URL. */
export async function planWebhook(
  tx: EntityManager,
  { urls, retrySeconds }: Pick<WebhookSettings, 'urls' | 'retrySeconds'>,
  { endpoint, fields, ...event }: WebhookEvent,
): Promise<void> {
  if (!urls.has(endpoint)) return;
  await planEffect(tx, {
    kind: 'webhook',
    destination: endpoint,
    type: types[endpoint],
    payload: fields,
    delaySeconds: retrySeconds[0] ?? 0,
    ...event,
  });
}
