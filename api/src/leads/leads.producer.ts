import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { keyForErasure } from '@voordeur/contracts/email';
import type { EnteredFields, LeadKind } from '@voordeur/contracts/http';
import { type AcceptLead, queueNames, signupJobNames } from '@voordeur/contracts/jobs';
import {
  type ClaimedLead,
  claimLead,
  claimsOf,
  findByKey,
  newEventId,
  spillLead,
  traceSend,
} from '@voordeur/server';
import type { Queue } from 'bullmq';
import type { FastifyRequest } from 'fastify';
import pTimeout from 'p-timeout';
import { DataSource } from 'typeorm';
import { ApiError, invalidField } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Config } from '../platform/config.js';
import { JobProducer } from '../platform/job-producer.js';
import { KeyedHash } from '../platform/keyed-hash.js';
import { QuickRedis } from '../platform/redis-connection.js';
import { RedisHealth } from '../platform/redis-health.js';

/** Short, since Redis still has to take the lead within the two seconds of an answer. */
const findStoredTimeoutMs = 200;

/** The validated fields of a form; `language` in either case. */
type LeadForm = EnteredFields &
  Pick<AcceptLead, 'signupKind' | 'consent' | 'timestamp' | 'elapsedMs' | 'notCounted'> & {
    website?: string;
    reference?: string;
  };

@Injectable()
export class LeadsProducer {
  private readonly claimHash: KeyedHash;

  constructor(
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly redis: QuickRedis,
    private readonly health: RedisHealth,
    private readonly db: DataSource,
    private readonly config: Config,
  ) {
    this.claimHash = new KeyedHash(config.jwtSecret, 'lead-claims');
  }

  /**
   * Resolves once the lead is on disk, with the id it is stored under: that of an earlier equal lead if there is one.
   * Throws `idempotency-conflict`, and `unavailable` within 2 s.
   */
  async accept(
    kind: Exclude<LeadKind, 'booking'>,
    { language, website, reference, notCounted, ...form }: LeadForm,
    request: FastifyRequest,
  ): Promise<string> {
    const { id, occurredAt } = newEventId();
    const idempotencyKey = idempotencyKeyOf(request);
    const posted: AcceptLead = {
      id,
      receivedAt: occurredAt,
      ...form,
      ...(form.email !== undefined && keyForErasure(form.email)),
      ...(kind === 'proposal' ? { kind: 'question', isProposal: true } : { kind }),
      ...(language && { language: language.toUpperCase() }),
      ...clientOf(request),
      ...(idempotencyKey && { idempotencyKey }),
      ...([website, reference].some(Boolean) && { honeypot: true }),
      ...((notCounted === true || asksNotToBeCounted(request)) && { notCounted: true }),
    };
    const hash = (digest: Buffer) => this.claimHash.of(digest.toString('hex')).toString('base64url');
    const lead: ClaimedLead = { ...posted, claims: claimsOf(posted, hash) };
    return traceSend(this.queue.name, lead, () =>
      this.jobs.withSpill(
        (timeoutMs) => this.enqueue(lead, timeoutMs),
        async () => unlessConflict(await spillLead(this.db, lead)),
      ),
    );
  }

  private async enqueue({ claims, ...lead }: ClaimedLead, timeoutMs: number): Promise<string> {
    const storedId = await this.findStored({ ...lead, claims });
    if (storedId !== undefined) return unlessConflict(storedId);
    if (this.health.isFull) throw new ApiError('unavailable');
    const claiming = claimLead(this.redis.client, this.config.queuePrefix, claims, lead.id);
    const id = unlessConflict(
      await claiming.catch((cause: unknown) => {
        throw new ApiError('unavailable', { cause });
      }),
    );
    await this.jobs.add(this.queue, signupJobNames[lead.kind], { ...lead, id }, id, timeoutMs);
    return id;
  }

  /** As `findByKey`. While Postgres doesn't answer, only the claims in Redis count. */
  private async findStored(lead: ClaimedLead): Promise<string | null | undefined> {
    const finding = pTimeout(findByKey(this.db.manager, lead), { milliseconds: findStoredTimeoutMs });
    return finding.catch(() => undefined);
  }
}

function unlessConflict(id: string | null): string {
  if (id === null) throw new ApiError('idempotency-conflict');
  return id;
}

/** Global Privacy Control (W3C) and Do Not Track: a browser that is set so sends one with every request. */
export function asksNotToBeCounted({ headers }: FastifyRequest): boolean {
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1';
}

/** The `Idempotency-Key` header; an empty one counts as absent. Throws a 400 if it's too long or not printable. */
function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw invalidField('Idempotency-Key', 'must be at most 255 printable characters');
}
