import { createHmac } from 'node:crypto';
import type { OutgoingRequest } from '../platform/request-once.js';

/**
 * The headers of Standard Webhooks 1.0: the receiver verifies one `v1` signature of id, timestamp and body. Two keys give
 * two signatures, so that either secret works while the receiver switches.
 */
export function signPayload(
  { id, sentAt, body }: { id: string; sentAt: Date; body: string },
  keys: readonly Buffer[],
) {
  const timestamp = Math.floor(sentAt.getTime() / 1_000);
  const signatures = keys.map((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** The POST of a JSON body, signed as of now. `id` is that of the event at this endpoint. */
export function signedRequest(
  { id, url, body }: { id: string; url: string; body: string },
  keys: readonly Buffer[],
): OutgoingRequest {
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Voordeur-Webhooks/1',
      ...signPayload({ id, sentAt: new Date(), body }, keys),
    },
  };
}
