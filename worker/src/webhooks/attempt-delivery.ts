import { type DeliverWebhook, deliverWebhookSchema } from '@voordeur/contracts/jobs';
import { UnrecoverableError } from 'bullmq';
import type { DataSource } from 'typeorm';
import { compileSchema } from '../platform/compile-schema.js';
import { beginAttempt, bodyOf } from './begun-attempt.js';
import { type Lookup, systemLookup } from './checked-addresses.js';
import { postWebhook } from './post-webhook.js';
import { isPublicAddress } from './public-address.js';
import { type Outcome, recordOutcome } from './record-outcome.js';
import { signPayload } from './sign-payload.js';
import type { WebhookSettings } from '../config/webhook-settings.js';

export interface AttemptContext {
  db: DataSource;
  settings: WebhookSettings;
  /** Aborted when the process goes down: an attempt that runs then is made again by the next. */
  stop: AbortSignal;
  lookUp?: Lookup;
}

const isDelivery = compileSchema<DeliverWebhook>(deliverWebhookSchema);

/**
 * Makes one attempt at a delivery. At least once: where the process dies between the answer and its record, the
 * same `webhook-id` is sent again. Throws when Postgres is away or the process goes down: try again.
 */
export async function attemptDelivery(
  jobId: string,
  data: unknown,
  { db, settings, stop, lookUp = systemLookup }: AttemptContext,
): Promise<Outcome | 'nothing-to-do'> {
  if (!isDelivery(data)) throw new UnrecoverableError('not a delivery');
  if (stop.aborted) throw new Error('going down');
  const attempt = await beginAttempt(db, data.deliveryId, jobId);
  if (!attempt) return 'nothing-to-do';
  const url = settings.urls.get(attempt.endpoint);
  if (url === undefined) throw new UnrecoverableError('its endpoint has no address');
  const body = bodyOf(attempt);
  const beganAt = performance.now();
  const result = await postWebhook(
    {
      url,
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Voordeur-Webhooks/1',
        ...signPayload({ id: attempt.id, sentAt: new Date(), body }, settings.signingKeys),
      },
    },
    {
      timeoutMs: settings.timeoutMs,
      isAllowed: settings.allowPrivate ? () => true : isPublicAddress,
      lookUp,
      stop,
    },
  );
  const durationMs = Math.round(performance.now() - beganAt);
  const outcome = await recordOutcome(db, attempt, result, durationMs, settings);
  if (outcome === 'stopped') throw new Error('going down');
  return outcome;
}
