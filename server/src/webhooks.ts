import { Seal } from './seal.js';

/** Seals the addresses of webhooks, which often hold a token, and what they are signed with. */
export const webhookSeal = (jwtSecret: string) => new Seal(jwtSecret, 'voordeur/webhooks');

/**
 * The address of a webhook, normalized by the URL standard, so that 0x7f.1 is 127.0.0.1 from then on. Throws an Error
 * that says what is wrong with it.
 */
export function parseWebhookUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error('must be an http or https address');
  if (url.username !== '' || url.password !== '') throw new Error('must not hold a name or a password');
  return url.href;
}
