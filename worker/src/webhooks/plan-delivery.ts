import type { WebhookEndpoint } from '@voordeur/contracts/http';
import { webhookTypes } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { WebhookSettings } from '../config/webhook-settings.js';

/** The body's own fields; `type`, `id` and `timestamp` are put there from the event. */
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

/**
 * Plans an event's delivery in the transaction that stores the event: both are there or neither. Once however often
 * it runs; nothing where the endpoint has no address. After the commit, `Webhooks.kick` sends it at once.
 */
export async function planDelivery(
  tx: EntityManager,
  { urls, retrySeconds }: Pick<WebhookSettings, 'urls' | 'retrySeconds'>,
  { endpoint, eventId, occurredAt, fields, leadId }: WebhookEvent,
): Promise<void> {
  if (!urls.has(endpoint)) return;
  await tx.query(
    `insert into deliveries (id, event_id, endpoint, type, payload, occurred_at, lead_id, next_attempt_at, enqueue_at)
    select $1, $2, $3, $4, $5::jsonb, $6, $7, due, due
    from (select now() + $8 * interval '1 second' as due) as first_attempt
    on conflict (event_id, endpoint) do nothing`,
    [
      uuidv7(),
      eventId,
      endpoint,
      webhookTypes[endpoint],
      JSON.stringify(fields),
      occurredAt,
      leadId ?? null,
      retrySeconds[0] ?? 0,
    ],
  );
}
