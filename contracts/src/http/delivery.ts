/** Where an event goes: each has its setting `WEBHOOK_<NAME>_URL`, a queue and a worker of its own. */
export const webhookEndpoints = [
  'setups',
  'question',
  'newsletter',
  'video-signup',
  'prompt-signup',
  'unsubscribe',
  'booking-visit',
] as const;
export type WebhookEndpoint = (typeof webhookEndpoints)[number];

/** `waiting` for its next attempt, or for its endpoint to be switched on; `failed` when the schedule is used up. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One request to an endpoint. All null but number and time: it runs, or its process died before the answer. */
export interface DeliveryAttemptAnswer {
  number: number;
  attemptedAt: string;
  durationMs: number | null;
  statusCode: number | null;
  /** A name such as `ECONNREFUSED`, `timeout`, `address-not-allowed`; null where there was an answer. */
  error: string | null;
}

/** One event on its way to one endpoint; `id` is the `webhook-id` of all its attempts. */
export interface DeliveryAnswer {
  id: string;
  endpoint: WebhookEndpoint;
  type: string;
  status: DeliveryStatus;
  /** The `id` in the body: of the lead, unsubscribe or visit. */
  eventId: string;
  leadId: string | null;
  occurredAt: string;
  createdAt: string;
  nextAttemptAt: string | null;
  deliveredAt: string | null;
  /** Requests made so far, those before a replay too. */
  attempts: number;
  lastAttempt: DeliveryAttemptAnswer | null;
}

/** `cursor` asks for the page after this one; null on the last. */
export interface DeliveriesAnswer {
  deliveries: DeliveryAnswer[];
  cursor: string | null;
}

export interface OneDeliveryAnswer extends DeliveryAnswer {
  /** The body that is sent. */
  body: Record<string, unknown>;
  /** Oldest first; `responseStart` is at most the first 1,024 bytes of the answer. */
  attemptList: (DeliveryAttemptAnswer & { responseStart: string | null })[];
}

/** `previousStatus` says what was sent again: `delivered` means that the endpoint gets it a second time. */
export interface ReplayAnswer {
  id: string;
  previousStatus: DeliveryStatus;
}

/** All failed deliveries of an endpoint made from `from` until before `to` (ISO 8601 instants). */
export interface ReplayRangeBody {
  endpoint: WebhookEndpoint;
  from: string;
  to: string;
}

/** `GET /api/admin/deliveries/replay`: how many a replay of that range would send again. */
export interface ReplayPreviewAnswer {
  failed: number;
}

export interface ReplayRangeAnswer {
  replayed: number;
}

export interface WebhookEndpointAnswer {
  name: WebhookEndpoint;
  /** Whether the worker that started last had an address for it. */
  configured: boolean;
  /** Since when nothing is sent to it; null while it is on. */
  offSince: string | null;
  /** `gone`: it answered 410. */
  offReason: string | null;
  waiting: number;
  failed: number;
}

export interface WebhookEndpointsAnswer {
  endpoints: WebhookEndpointAnswer[];
}

/** `resumed` deliveries had waited for it. */
export interface EndpointOnAnswer {
  name: WebhookEndpoint;
  resumed: number;
}
