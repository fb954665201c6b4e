import { createHmac, hkdfSync } from 'node:crypto';

/** What a link in a mail is for; a token made for one is worth nothing for another. */
export type LinkPurpose = 'unsubscribe-tokens' | 'confirm-tokens';

/**
 * What a link holds instead of an address: an id (a UUID) and its signature. The worker puts them in mails, and
 * the api checks them. The key is derived from JWT_SECRET.
 */
export function signLinkToken(secret: string, purpose: LinkPurpose, id: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `voordeur/${purpose}`, 32));
  return `${id}.${createHmac('sha256', key).update(id).digest('base64url')}`;
}
