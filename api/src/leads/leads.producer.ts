import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Language } from '@voordeur/contracts/http';
import { type AcceptLead, queueNames, signupJobNames } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../platform/client.js';
import { newEventId } from '../platform/event-id.js';
import { JobProducer } from '../platform/job-producer.js';
import { idempotencyKeyOf } from './idempotency-key.js';

/** What a form brought, checked; `language` in any case. */
type LeadForm = Pick<
  AcceptLead,
  'kind' | 'email' | 'phone' | 'idea' | 'videoId' | 'watchTime' | 'timestamp' | 'elapsedMs'
> & { language?: string; website?: string };

@Injectable()
export class LeadsProducer {
  constructor(
    @InjectQueue(queueNames.signups) private readonly queue: Queue,
    private readonly jobs: JobProducer,
  ) {}

  /** The lead's id, once it is on disk; throws `unavailable` within 2 s. */
  async accept({ language, website, ...form }: LeadForm, request: FastifyRequest): Promise<string> {
    const { id, occurredAt } = newEventId();
    const idempotencyKey = idempotencyKeyOf(request);
    const lead: AcceptLead = {
      id,
      receivedAt: occurredAt,
      ...form,
      ...(language && { language: language.toUpperCase() as Language }),
      ...clientOf(request),
      ...(idempotencyKey && { idempotencyKey }),
      ...(website && { honeypot: true }),
    };
    await this.jobs.addOrSpill(this.queue, signupJobNames[lead.kind], lead, id);
    return id;
  }
}
