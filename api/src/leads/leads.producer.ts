import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { keyForErasure } from '@voordeur/contracts/email';
import type { LeadKind } from '@voordeur/contracts/http';
import { type AcceptLead, queueNames, signupJobNames } from '@voordeur/contracts/jobs';
import { type LeadClaims, newEventId, traceSend } from '@voordeur/server';
import type { Queue } from 'bullmq';
import type { FastifyRequest } from 'fastify';
import pTimeout from 'p-timeout';
import { DataSource } from 'typeorm';
import { ApiError, invalidField } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { JobProducer } from '../platform/job-producer.js';
import { LeadClaimer } from './lead-claims.js';
import { findByKey, spillLead } from './spill-lead.js';

/** Short, since Redis still has to take the lead within the two seconds of an answer. */
const findStoredTimeoutMs = 200;

/** The validated fields of a form; `language` in either case. */
type LeadForm = Pick<
  AcceptLead,
  | 'email'
  | 'phone'
  | 'idea'
  | 'signupKind'
  | 'consent'
  | 'videoId'
  | 'watchTime'
  | 'timestamp'
  | 'elapsedMs'
  | 'notCounted'
> & { language?: string; website?: string; reference?: string };

@Injectable()
export class LeadsProducer {
  constructor(
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly claimer: LeadClaimer,
    private readonly db: DataSource,
  ) {}

  /**
   * Resolves once the lead is on disk, with the id it is stored under: that of an earlier equal lead if there is one.
   * Throws `idempotency-conflict`, and `unavailable` within 2 s.
   */
  async accept(
    kind: LeadKind,
    { language, website, reference, notCounted, ...form }: LeadForm,
    request: FastifyRequest,
  ): Promise<string> {
    const { id, occurredAt } = newEventId();
    const idempotencyKey = idempotencyKeyOf(request);
    const lead: AcceptLead = {
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
    const claims = this.claimer.claimsOf(lead);
    return traceSend(this.queue.name, lead, () =>
      this.jobs.withSpill(
        async (timeoutMs) => {
          const storedId = await this.findStored({ ...lead, claims });
          if (storedId !== undefined) return storedId;
          // Queued under the claimed id even if an equal lead claimed it first: that request may have died before queueing.
          lead.id = await this.claimer.claim(claims, lead.id);
          await this.jobs.add(this.queue, signupJobNames[lead.kind], lead, lead.id, timeoutMs);
          return lead.id;
        },
        () => spillLead(this.db, { ...lead, claims }),
      ),
    );
  }

  /** The id of a lead with this key that is in Postgres. While Postgres doesn't answer, only the claims in Redis count. */
  private async findStored(lead: AcceptLead & { claims: LeadClaims }): Promise<string | undefined> {
    if (lead.claims.key === undefined) return undefined;
    try {
      return await pTimeout(findByKey(this.db.manager, lead), { milliseconds: findStoredTimeoutMs });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return undefined;
    }
  }
}

/** Global Privacy Control (W3C) and Do Not Track: a browser that is set so sends one with every request. */
function asksNotToBeCounted({ headers }: FastifyRequest): boolean {
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1';
}

/** The `Idempotency-Key` header; an empty one counts as absent. Throws a 400 if it's too long or not printable. */
function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw invalidField('Idempotency-Key', 'must be at most 255 printable characters');
}
