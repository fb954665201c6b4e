import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

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
