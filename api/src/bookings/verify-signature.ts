import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { BookingProvider } from '@voordeur/contracts/http';

/** As in the examples that Calendly gives; the clocks may differ either way. */
const calendlyToleranceMs = 180_000;

interface Signed {
  headers: IncomingHttpHeaders;
  /** Exactly as it came. */
  body: string;
  secret: string;
  nowMs: number;
}

/**
 * Whether a webhook's sender has the secret.
 * - Calendly: `Calendly-Webhook-Signature: t=<seconds>,v1=<hex>`, of `<t>.<body>`, and not older than three minutes
 *   (https://developer.calendly.com/api-docs/overview/webhooks/webhook-signatures).
 * - Cal.com: `X-Cal-Signature-256: <hex>`, of the body
 *   (https://cal.com/docs/developing/guides/automation/webhooks, "Verifying the authenticity of the received payload").
 * - Any other: `X-Booking-Signature: <hex>`, of the body, with or without `sha256=` before it.
 */
export const isSigned: Record<BookingProvider, (signed: Signed) => boolean> = {
  calendly: ({ headers, body, secret, nowMs }) => {
    const parts = headerOf(headers, 'calendly-webhook-signature')
      .split(',')
      .map((part) => part.trim().split('=', 2) as [string, string?]);
    const time = parts.find(([name]) => name === 't')?.[1] ?? '';
    if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs - Number(time) * 1_000) > calendlyToleranceMs)
      return false;
    const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
    return signatures.some((signature) => isDigest(signature, secret, `${time}.${body}`));
  },
  cal: ({ headers, body, secret }) => isDigest(headerOf(headers, 'x-cal-signature-256'), secret, body),
  custom: ({ headers, body, secret }) =>
    isDigest(headerOf(headers, 'x-booking-signature').replace(/^sha256=/, ''), secret, body),
};

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Compares in constant time: the time of an answer says nothing about how much of a guess was right. */
function isDigest(hex: string, secret: string, signed: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', secret).update(signed).digest());
}
