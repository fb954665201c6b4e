import { createHmac } from 'node:crypto';

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
