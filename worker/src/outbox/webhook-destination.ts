import { Logger } from '@nestjs/common';
import { currentTrace } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import type { WebhookSettings } from '../platform/webhook-settings.js';
import type { Destination, LeasedEffect } from './destination.js';
import { type Lookup, systemLookup } from '../platform/checked-addresses.js';
import { readRetryAfter, secondsToNextAttempt } from './next-attempt.js';
import { postWebhook } from './post-webhook.js';
import { isPublicAddress } from '../platform/public-address.js';
import { signedRequest } from './sign-payload.js';

const log = new Logger('webhooks');

/** The owner's endpoints that have a URL. */
export function webhookDestinations(
  db: DataSource,
  settings: WebhookSettings,
  lookUp: Lookup = systemLookup,
): Destination[] {
  return [...settings.urls].map(([endpoint, url]) => ({
    kind: 'webhook',
    name: endpoint,
    secondsToNextAttempt: (failures, retryAfterSeconds) =>
      secondsToNextAttempt(failures, settings.retrySeconds, retryAfterSeconds),
    send: async (effect, stop) => {
      const body = bodyOf(effect);
      const traceparent = currentTrace();
      const request = signedRequest({ id: effect.id, url, body }, settings.signingKeys);
      const result = await postWebhook(
        { ...request, headers: { ...request.headers, ...(traceparent && { traceparent }) } },
        {
          timeoutMs: settings.timeoutMs,
          isAllowed: settings.allowPrivate ? () => true : isPublicAddress,
          lookUp,
          stop,
        },
      );
      // Our own shutdown says nothing about the endpoint.
      if ('error' in result) return { result: result.error === 'stopped' ? 'postponed' : 'retry', ...result };
      const { statusCode, responseStart } = result;
      if (statusCode === 410) {
        await switchOff(db, endpoint);
        return { result: 'postponed', statusCode, responseStart };
      }
      const retryAfterSeconds = readRetryAfter(result.retryAfter, new Date());
      const isTaken = statusCode >= 200 && statusCode <= 299;
      return { result: isTaken ? 'sent' : 'retry', statusCode, responseStart, retryAfterSeconds };
    },
  }));
}

/** The same bytes in every attempt: jsonb stores keys in an order of its own. */
function bodyOf({ type, eventId, occurredAt, payload }: LeasedEffect): string {
  return JSON.stringify({ type, id: eventId, timestamp: occurredAt.toISOString(), ...payload });
}

/** 410 Gone: nothing more is sent to this endpoint until the owner switches it back on; its deliveries wait. */
async function switchOff(db: DataSource, endpoint: string): Promise<void> {
  await db.query(
    `insert into webhook_endpoints (name, off_since, off_reason) values ($1, now(), 'gone')
    on conflict (name) do update set
      off_since = coalesce(webhook_endpoints.off_since, excluded.off_since),
      off_reason = coalesce(webhook_endpoints.off_reason, excluded.off_reason)`,
    [endpoint],
  );
  log.warn('an endpoint answered 410 and is off: see /admin/deliveries');
}
