import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type LinkPurpose, signLinkToken } from '@voordeur/contracts/jobs';

/** What the one secret is used for; a signature made for one is worth nothing for another. */
export type Purpose = 'document-links' | 'lead-claims' | 'login-addresses' | 'rate-limit-addresses';

/** Keyed hashes (HMAC-SHA256) for one purpose. */
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

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/;

/** The id in the token of a mail's link, or null where we did not sign this for this purpose. It does not expire. */
export function readLinkToken(secret: string, purpose: LinkPurpose, token: string): string | null {
  const [, id] = shape.exec(token) ?? [];
  if (id === undefined) return null;
  // Both are ASCII of one length, by the shape. The text is compared: base64url has two spellings of one signature.
  const signed = Buffer.from(signLinkToken(secret, purpose, id));
  return timingSafeEqual(signed, Buffer.from(token)) ? id : null;
}
