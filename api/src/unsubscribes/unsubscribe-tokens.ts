import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { KeyedHash } from '../platform/keyed-hash.js';

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

/** What a link in a mail holds instead of an address: the lead's id, signed. It does not expire. */
@Injectable()
export class UnsubscribeTokens {
  private readonly hash: KeyedHash;

  constructor(config: Config) {
    this.hash = new KeyedHash(config.jwtSecret, 'unsubscribe-tokens');
  }

  sign(leadId: string): string {
    return `${leadId}.${this.hash.of(leadId).toString('base64url')}`;
  }

  /** The lead's id, or null where we did not sign this. */
  read(token: string): string | null {
    const [, leadId, signature] = shape.exec(token) ?? [];
    if (leadId === undefined || signature === undefined) return null;
    return this.hash.matches(leadId, Buffer.from(signature, 'base64url')) ? leadId : null;
  }
}
