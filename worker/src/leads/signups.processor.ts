import { Processor } from '@nestjs/bullmq';
import { type OnApplicationBootstrap } from '@nestjs/common';
import {
  confirmSubscriberJobName,
  queueNames,
  recordBookingJobName,
  releaseLeadJobName,
} from '@voordeur/contracts/jobs';
import { traceJob } from '@voordeur/server';
import type { Job } from 'bullmq';
import { recordBooking } from '../bookings/record-booking.js';
import { confirmSubscriber, type ConfirmSubscriberContext } from '../newsletter/confirm-subscriber.js';
import { Config } from '../platform/config.js';
import { JobProcessor, workerOptions } from '../platform/job-processor.js';
import { Intake } from '../intake/intake.js';
import { acceptLead, type AcceptLeadContext } from './accept-lead.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { releaseLead } from './release-lead.js';

@Processor(queueNames.signups, workerOptions)
export class SignupsProcessor extends JobProcessor implements OnApplicationBootstrap {
  private readonly context: AcceptLeadContext & ConfirmSubscriberContext;

  constructor(
    { db, salts, timeZone }: Intake,
    followUp: LeadFollowUp,
    private readonly config: Config,
  ) {
    super();
    this.context = {
      db,
      salts,
      timeZone,
      followUp: (...given) => followUp.plan(...given),
      onConfirmed: (tx, subscriber) => followUp.planConfirmed(tx, subscriber),
    };
  }

  /** Each lead waits for a commit of its own; several share one wait. */
  onApplicationBootstrap(): void {
    this.worker.concurrency = this.config.concurrency;
  }

  process(job: Job<unknown>): Promise<void> {
    return traceJob(job.queueName, job.data, () => this.record(job));
  }

  private async record(job: Job<unknown>): Promise<void> {
    const jobId = job.id ?? '';
    if (job.name === confirmSubscriberJobName) await confirmSubscriber(jobId, job.data, this.context);
    else if (job.name === releaseLeadJobName) await releaseLead(jobId, job.data, this.context);
    else if (job.name === recordBookingJobName) await recordBooking(jobId, job.data, this.context);
    else await acceptLead(jobId, job.data, this.context);
  }
}
