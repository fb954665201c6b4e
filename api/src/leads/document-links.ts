import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config.js';
import { KeyedHash } from '../platform/keyed-hash.js';

const guide = '/documents/guide.pdf';
const validSeconds = 24 * 3_600;

/** Links that open the gated guide for 24 hours. */
@Injectable()
export class DocumentLinks {
  private readonly hash: KeyedHash;

  constructor(config: Config) {
    this.hash = new KeyedHash(config.jwtSecret, 'document-links');
  }

  guideUrl(nowMs = Date.now()): string {
    const expires = Math.floor(nowMs / 1_000) + validSeconds;
    return `${guide}?expires=${expires}&sig=${this.hash.of(signed(expires)).toString('hex')}`;
  }

  /** Whether these are the query parameters of a link that we signed and that hasn't expired. */
  opensGuide(expires: unknown, sig: unknown, nowMs = Date.now()): boolean {
    if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return false;
    if (typeof sig !== 'string' || !/^[0-9a-f]{64}$/.test(sig)) return false;
    return this.hash.matches(signed(expires), Buffer.from(sig, 'hex')) && Number(expires) * 1_000 > nowMs;
  }
}

function signed(expires: number | string): string {
  return `${guide}?expires=${expires}`;
}
