import { Logger } from '@nestjs/common';
import { webhookEndpoints } from '@voordeur/contracts/http';
import { currentTrace } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import type { WebhookSettings } from '../platform/webhook-settings.js';
import type { Destination, LeasedEffect } from './destination.js';
import { type Lookup, systemLookup } from '../platform/checked-addresses.js';
import { readRetryAfter, secondsToNextAttempt } from './next-attempt.js';
import { type RequestResult, requestOnce } from '../platform/request-once.js';
import { isPublicAddress } from '../platform/public-address.js';
import { signedRequest } from './sign-payload.js';

const log = new Logger('webhooks');

/** The owner's endpoints. Deliveries to one wait while it has no address, or nothing to sign them with. */
export function webhookDestinations(
  db: DataSource,
  webhooks: { readonly current: WebhookSettings },
  lookUp: Lookup = systemLookup,
): Destination[] {
  return webhookEndpoints.map((endpoint) => ({
    kind: 'webhook',
    name: endpoint,
    secondsToNextAttempt: (failures, retryAfterSeconds) =>
      secondsToNextAttempt(failures, webhooks.current.retrySeconds, retryAfterSeconds),
    isReady: () => webhooks.current.urls.has(endpoint) && webhooks.current.signingKeys.length > 0,
    send: async (effect, stop) => {
      const settings = webhooks.current;
      const url = settings.urls.get(endpoint);
      // Taken away since it was leased.
      if (url === undefined || settings.signingKeys.length === 0)
        return { result: 'postponed', error: 'no-address' };
      const body = bodyOf(effect);
      const traceparent = currentTrace();
      const request = signedRequest({ id: effect.id, url, body }, settings.signingKeys);
      const result = await requestOnce(
        { ...request, headers: { ...request.headers, ...(traceparent && { traceparent }) } },
        {
          timeoutMs: settings.timeoutMs,
          isAllowed: settings.allowPrivate ? () => true : isPublicAddress,
          lookUp,
          stop,
        },
      );
      // Our own shutdown says nothing about the endpoint.
      if ('error' in result && result.error === 'stopped') return { result: 'postponed', ...result };
      // The owner is waiting for the answer, and nobody for the delivery.
      if (effect.type === 'test' && !isTaken(result))
        return { result: 'dropped', error: 'error' in result ? result.error : String(result.statusCode) };
      if ('error' in result) return { result: 'retry', ...result };
      const { statusCode, responseStart } = result;
      if (statusCode === 410) {
        await switchOff(db, endpoint);
        return { result: 'postponed', statusCode, responseStart };
      }
      const retryAfterSeconds = readRetryAfter(result.retryAfter, new Date());
      return { result: isTaken(result) ? 'sent' : 'retry', statusCode, responseStart, retryAfterSeconds };
    },
  }));
}

const isTaken = (result: RequestResult): boolean =>
  'statusCode' in result && result.statusCode >= 200 && result.statusCode <= 299;

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
