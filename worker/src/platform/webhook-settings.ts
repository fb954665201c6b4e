import { type WebhookEndpoint, webhookEndpoints } from '@voordeur/contracts/http';
import { parseWebhookUrl, rule } from '@voordeur/server';
import { makeValidator } from 'envalid';

/** The settings for webhooks. Endpoints without a URL get no deliveries, unless the owner has set one (`LiveWebhooks`). */
export interface WebhookSettings {
  urls: ReadonlyMap<WebhookEndpoint, string>;
  /** One, or two while the secret is being changed; each signs. */
  signingKeys: readonly Buffer[];
  /** The n-th is the delay before the n-th attempt, from the end of the one before. */
  retrySeconds: readonly number[];
  timeoutMs: number;
  allowPrivate: boolean;
}

const mostSeconds = 604_800;
const mostAttempts = 50;
const leastKeyBytes = 16;

/** `setups` is set by `WEBHOOK_SETUPS_URL`. */
const urlSettingOf = (endpoint: WebhookEndpoint): string =>
  `WEBHOOK_${endpoint.toUpperCase().replaceAll('-', '_')}_URL`;

export const webhookUrl = makeValidator(parseWebhookUrl);

/** `whsec_` and base64, or plain text of 16 characters or more; two of them, by space or comma, while changing. */
export const signingSecrets = makeValidator((text) => {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(keyOf);
  if (keys.length < 1 || keys.length > 2) throw new Error('must be one secret, or two while changing it');
  if (keys.some((key) => key.length < leastKeyBytes)) {
    throw new Error(`must be whsec_ and base64, or plain text; of ${leastKeyBytes} bytes or more`);
  }
  return keys;
});

export const retrySeconds = rule(
  `whole seconds by comma, each up to ${mostSeconds}, at most ${mostAttempts}`,
  (text) => {
    const delays = text.split(',').map((part) => (/^\s*\d{1,6}\s*$/.test(part) ? Number(part) : NaN));
    const areGood = delays.every((delay) => delay <= mostSeconds) && delays.length <= mostAttempts;
    return areGood ? delays : undefined;
  },
);

export const timeoutSeconds = rule('seconds, up to 60', (text) => {
  const seconds = Number(text);
  return seconds > 0 && seconds <= 60 ? seconds : undefined;
});

/** The URLs of the endpoints that have one, from an environment that `webhookUrl` has parsed. */
export function urlsOf(environment: Record<string, unknown>): ReadonlyMap<WebhookEndpoint, string> {
  const urls = new Map<WebhookEndpoint, string>();
  for (const endpoint of webhookEndpoints) {
    const url = environment[urlSettingOf(endpoint)];
    if (typeof url === 'string') urls.set(endpoint, url);
  }
  return urls;
}

function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : null;
  if (encoded === null) return Buffer.from(secret, 'utf8');
  // Node skips characters that aren't base64, and would sign with a key that nobody else has.
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
}
