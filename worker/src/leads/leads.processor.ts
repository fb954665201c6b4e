import { Processor } from '@nestjs/bullmq';
import {
  confirmSubscriberJobName,
  queueNames,
  recordBookingJobName,
  releaseLeadJobName,
  undoUnsubscribeJobName,
} from '@voordeur/contracts/jobs';
import { traceBatch } from '@voordeur/server';
import type { Job } from 'bullmq';
import { DataSource } from 'typeorm';
import { recordBooking } from './record-booking.js';
import { type Chunk, maxJobs } from '../intake/chunk-merger.js';
import { ChunkProcessor } from '../intake/chunk-processor.js';
import { Intake } from '../intake/intake.js';
import { confirmSubscriber, type ConfirmSubscriberContext } from './confirm-subscriber.js';
import { suppressEmail, type SuppressEmailContext } from './suppress-email.js';
import { undoUnsubscribe, type UndoUnsubscribeContext } from './undo-unsubscribe.js';
import { Config } from '../platform/config.js';
import { JobProcessor, workerOptions } from '../platform/job-processor.js';
import { type AcceptLeadContext, acceptLeads } from './accept-lead.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { releaseLead } from './release-lead.js';

/** Forms, confirmations, releases from quarantine, and bookings of the owner's calendar. */
@Processor(queueNames.signups, { ...workerOptions, concurrency: maxJobs })
export class SignupsProcessor extends ChunkProcessor {
  private readonly context: AcceptLeadContext & ConfirmSubscriberContext & UndoUnsubscribeContext;

  constructor({ db, salts, timeZone }: Intake, followUp: LeadFollowUp, { concurrency }: Config) {
    super(db, concurrency);
    this.context = {
      db,
      salts,
      timeZone,
      followUp: (...given) => followUp.plan(...given),
      onConfirmed: (tx, subscriber) => followUp.planConfirmed(tx, subscriber),
      onReturned: (tx, subscriber) => followUp.planReturned(tx, subscriber),
    };
  }

  /** Leads share a transaction, as anyone can send thousands of them; the others are few. */
  protected async record(jobs: Chunk[]): Promise<void> {
    const leads = jobs.filter(({ name = '' }) => !(name in this.others));
    if (leads.length > 0) await acceptLeads(leads, this.context);
    for (const { id, name = '', data } of jobs) await this.others[name]?.(id, data);
  }

  private readonly others: Partial<Record<string, (jobId: string, data: unknown) => Promise<unknown>>> = {
    [confirmSubscriberJobName]: (jobId, data) => confirmSubscriber(jobId, data, this.context),
    [undoUnsubscribeJobName]: (jobId, data) => undoUnsubscribe(jobId, data, this.context),
    [releaseLeadJobName]: (jobId, data) => releaseLead(jobId, data, this.context),
    [recordBookingJobName]: (jobId, data) => recordBooking(jobId, data, this.context),
  };
}

/** In a queue of its own, so that no flood of forms delays an unsubscribe. */
@Processor(queueNames.unsubscribes, workerOptions)
export class UnsubscribesProcessor extends JobProcessor {
  private readonly context: SuppressEmailContext;

  constructor(db: DataSource, followUp: LeadFollowUp) {
    super();
    this.context = { db, onUnsubscribed: (...given) => followUp.planUnsubscribed(...given) };
  }

  protected async run(job: Job<unknown>): Promise<void> {
    await traceBatch(job.queueName, [job], () => suppressEmail(job.id ?? '', job.data, this.context));
  }
}
