import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type LinkPurpose, signLinkToken } from '@voordeur/server';

/** Purposes of the one secret. A hash made for one purpose is not valid for another. */
export type Purpose =
  | 'admin-key'
  | 'document-links'
  | 'hold-addresses'
  | 'lead-claims'
  | 'link-addresses'
  | 'login-addresses'
  | 'rate-limit-addresses'
  | 'setup-link';

/** Keyed hashes (HMAC-SHA256) with a key derived for one purpose. */
export class KeyedHash {
  private readonly key: Buffer;

  constructor(secret: string, purpose: Purpose) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', `voordeur/${purpose}`, 32));
  }

  of(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }

  /** Compares in constant time. */
  matches(text: string, hash: Buffer): boolean {
    const expected = this.of(text);
    return hash.length === expected.length && timingSafeEqual(hash, expected);
  }
}

const linkToken = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/;

/** The id in the token of a link in a mail, or null if we didn't sign it for this purpose. Tokens don't expire. */
export function readLinkToken(secret: string, purpose: LinkPurpose, token: string): string | null {
  const [, id] = linkToken.exec(token) ?? [];
  if (id === undefined) return null;
  // Both are ASCII and equally long. Text is compared, because base64url can spell one signature in two ways.
  const signed = Buffer.from(signLinkToken(secret, purpose, id));
  return timingSafeEqual(signed, Buffer.from(token)) ? id : null;
}
