import { Injectable } from '@nestjs/common';
import { signLinkToken } from '@voordeur/contracts/jobs';
import { Config } from '../platform/config.js';
import { readLinkToken } from '../platform/link-token.js';

/** What a link in a mail holds instead of an address: the lead's id, signed. It does not expire. */
@Injectable()
export class UnsubscribeTokens {
  constructor(private readonly config: Config) {}

  sign(leadId: string): string {
    return signLinkToken(this.config.jwtSecret, 'unsubscribe-tokens', leadId);
  }

  /** The lead's id, or null where we did not sign this. */
  read(token: string): string | null {
    return readLinkToken(this.config.jwtSecret, 'unsubscribe-tokens', token);
  }
}
