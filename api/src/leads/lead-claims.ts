import { Injectable } from '@nestjs/common';
import { type AcceptLead } from '@voordeur/contracts/jobs';
import { claimLead, digestLead, type LeadClaims } from '@voordeur/server';
import { Config } from '../platform/config.js';
import { ApiError } from '../platform/api-error.js';
import { KeyedHash } from '../platform/keyed-hash.js';
import { QuickRedis } from '../platform/redis-connection.js';
import { RedisHealth } from '../platform/redis-health.js';

/** Decides which id a lead is stored under before it's queued, so that equal posts share an id in whatever order they run. */
@Injectable()
export class LeadClaimer {
  private readonly names: KeyedHash;

  constructor(
    private readonly redis: QuickRedis,
    private readonly health: RedisHealth,
    private readonly config: Config,
  ) {
    this.names = new KeyedHash(config.jwtSecret, 'lead-claims');
  }

  /** Keyed hashes, so that Redis doesn't reveal who wrote. */
  claimsOf(lead: AcceptLead): LeadClaims {
    const { content, idempotency, body } = digestLead(lead);
    return {
      content: this.nameOf(content),
      ...(idempotency && { key: this.nameOf(idempotency) }),
      body: this.nameOf(body),
    };
  }

  /** Throws `idempotency-conflict` if the key was used with another body, and `unavailable` if Redis is down or full. */
  async claim(claims: LeadClaims, id: string): Promise<string> {
    if (this.health.isFull) throw new ApiError('unavailable');
    const claimed = await claimLead(this.redis.client, this.config.queuePrefix, claims, id).catch(
      (cause: unknown) => {
        throw new ApiError('unavailable', { cause });
      },
    );
    if (claimed === null) throw new ApiError('idempotency-conflict');
    return claimed;
  }

  private nameOf(digest: Buffer): string {
    return this.names.of(digest.toString('hex')).toString('base64url');
  }
}
