import type { FromSchema } from 'json-schema-to-ts';
import type { WebhookEndpoint } from '../http/delivery.js';
import type { KnownFields } from '../known-fields.js';

/** One attempt at a delivery, by id only: the payload stays in Postgres, so Redis holds no one's address. */
export const deliverWebhookSchema = {
  type: 'object',
  required: ['deliveryId'],
  properties: { deliveryId: { type: 'string', format: 'uuid' } },
} as const;

export type DeliverWebhook = KnownFields<FromSchema<typeof deliverWebhookSchema>>;

export const deliverWebhookJobName = 'deliver-webhook';

/** A queue for each endpoint, so that a slow or dead one holds up nobody else. */
export const webhookQueueNames = {
  setups: 'webhooks-setups',
  question: 'webhooks-question',
  newsletter: 'webhooks-newsletter',
  'video-signup': 'webhooks-video-signup',
  'prompt-signup': 'webhooks-prompt-signup',
  unsubscribe: 'webhooks-unsubscribe',
  'booking-visit': 'webhooks-booking-visit',
} as const satisfies Record<WebhookEndpoint, string>;

/** The `type` of the body, by endpoint; dots and underscores only, as Standard Webhooks asks. */
export const webhookTypes = {
  setups: 'lead.setups',
  question: 'lead.question',
  newsletter: 'lead.newsletter',
  'video-signup': 'lead.video_signup',
  'prompt-signup': 'lead.prompt_signup',
  unsubscribe: 'unsubscribe',
  'booking-visit': 'visit.booking',
} as const satisfies Record<WebhookEndpoint, string>;
