/** The webhook endpoints. Each has a setting `WEBHOOK_<NAME>_URL`, without which the owner sets its address. */
export const webhookEndpoints = [
  'setups',
  'question',
  'newsletter',
  'video-signup',
  'prompt-signup',
  'unsubscribe',
  'booking',
  'booking-visit',
] as const;
export type WebhookEndpoint = (typeof webhookEndpoints)[number];

/** `waiting` for the next attempt or for the endpoint to be switched back on; `failed` after the last retry. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One request to an endpoint. If all but number and time are null, it is running or its process died before the response. */
export interface DeliveryAttemptAnswer {
  number: number;
  attemptedAt: string;
  durationMs: number | null;
  statusCode: number | null;
  /** A name such as `ECONNREFUSED`, `timeout` or `address-not-allowed`; null if there was a response. */
  error: string | null;
}

/** One event for one endpoint; `id` is the `webhook-id` of all its attempts. */
export interface DeliveryAnswer {
  id: string;
  endpoint: WebhookEndpoint;
  type: string;
  status: DeliveryStatus;
  /** The `id` in the body: that of the lead, unsubscribe or visit, or of the change of a booking. */
  eventId: string;
  leadId: string | null;
  occurredAt: string;
  createdAt: string;
  nextAttemptAt: string | null;
  deliveredAt: string | null;
  /** Requests made so far, including those before a replay. */
  attempts: number;
  lastAttempt: DeliveryAttemptAnswer | null;
}

/** `cursor` requests the next page; null on the last. */
export interface DeliveriesAnswer {
  deliveries: DeliveryAnswer[];
  cursor: string | null;
}

export interface OneDeliveryAnswer extends DeliveryAnswer {
  /** The body of the request. */
  body: Record<string, unknown>;
  /** Oldest first; `responseStart` is at most the first 1,024 bytes of the response. */
  attemptList: (DeliveryAttemptAnswer & { responseStart: string | null })[];
}

/** If `previousStatus` is `delivered`, the endpoint gets the event a second time. */
export interface ReplayAnswer {
  id: string;
  previousStatus: DeliveryStatus;
}

/** Where failures can be sent again: an endpoint, or the mail server that the owner's own mails are handed to. */
export const replayDestinations = [...webhookEndpoints, 'smtp'] as const;
export type ReplayDestination = (typeof replayDestinations)[number];

/** The failed deliveries of an endpoint created at `from` or later and before `to` (ISO 8601 instants). */
export interface ReplayRangeBody {
  endpoint: ReplayDestination;
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
  /** Whether it has an address: the operator's, or else the owner's. */
  configured: boolean;
  /** The operator has set its address: it can't be changed here. */
  isLocked: boolean;
  /**
   * The host of the address that the owner set; the rest may hold a secret and is never sent. Null where there's none,
   * and where it has to be typed again because it can't be read any more.
   */
  host: string | null;
  /** Since when nothing is sent to it; null while it is on. */
  offSince: string | null;
  /** `gone`: it answered 410. */
  offReason: string | null;
  waiting: number;
  failed: number;
  /** Null if none was sent in the last day. */
  test: TestDelivery | null;
}

export interface WebhookEndpointsAnswer {
  endpoints: WebhookEndpointAnswer[];
  secret: {
    /** When the owner's was made; null without one that can be read. The operator's signs too. */
    madeAt: string | null;
  };
}

/** The last test that the owner had sent. */
export interface TestDelivery {
  /** ISO instant */
  plannedAt: string;
  state: 'waiting' | 'sent' | 'failed';
  /** A code that the receiver answered with, or the name of an error, where it failed. */
  error: string | null;
}

/** `PUT /api/admin/webhook-endpoints/{name}`, 400 `invalid-body` with the field. */
export interface WebhookAddressBody {
  url: string;
}

/** `secret`: what deliveries are signed with from now on, where it was just made; never sent again. */
export interface MadeSecretAnswer {
  secret: string | null;
}

/** `resumed`: how many deliveries had been waiting for it. */
export interface EndpointOnAnswer {
  name: WebhookEndpoint;
  resumed: number;
}
