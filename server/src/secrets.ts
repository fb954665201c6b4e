import { createHmac, hkdfSync, createHash } from 'node:crypto';

/** Purposes of links in mails, and of the owner's calendar; a token for one purpose isn't valid for another. */
export type LinkPurpose =
  'unsubscribe-tokens' | 'confirm-tokens' | 'undo-tokens' | 'meeting-tokens' | 'feed-tokens';

/**
 * Links contain this instead of an address: an id (a UUID) and its signature. The worker puts them in mails, and the
 * api checks them. The key is derived from JWT_SECRET.
 */
export function signLinkToken(secret: string, purpose: LinkPurpose, id: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `voordeur/${purpose}`, 32));
  return `${id}.${createHmac('sha256', key).update(id).digest('base64url')}`;
}

/**
 * nginx puts this key into each line about a page request, so that the api can trust it: anyone can forge the sender of
 * a datagram. Derived from JWT_SECRET, which nginx itself needn't know; infra/operate/scripts/up-compose.sh derives the same.
 */
export function edgeKeyOf(jwtSecret: string): string {
  return createHash('sha256').update(`voordeur/edge-lines/${jwtSecret}`).digest('hex').slice(0, 32);
}
