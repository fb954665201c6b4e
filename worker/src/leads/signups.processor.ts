import { Processor } from '@nestjs/bullmq';
import { type OnApplicationBootstrap } from '@nestjs/common';
import { confirmSubscriberJobName, queueNames, releaseLeadJobName } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { confirmSubscriber, type ConfirmSubscriberNeeds } from '../newsletter/confirm-subscriber.js';
import { Config } from '../config.js';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { Pipeline } from '../platform/pipeline.js';
import { acceptLead, type AcceptLeadNeeds } from './accept-lead.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { releaseLead } from './release-lead.js';

@Processor(queueNames.signups, takingJobs)
export class SignupsProcessor extends JobTaker implements OnApplicationBootstrap {
  private readonly needs: AcceptLeadNeeds & ConfirmSubscriberNeeds;

  constructor(
    { db, salts, timeZone }: Pipeline,
    private readonly followUp: LeadFollowUp,
    private readonly config: Config,
  ) {
    super();
    this.needs = {
      db,
      salts,
      timeZone,
      followUp: (tx, lead) => followUp.plan(tx, lead),
      onConfirmed: (tx, subscriber) => followUp.planConfirmed(tx, subscriber),
    };
  }

  /** Each lead waits for a commit of its own; several share one wait. */
  onApplicationBootstrap(): void {
    this.worker.concurrency = this.config.concurrency;
  }

  async process(job: Job<unknown>): Promise<void> {
    const jobId = job.id ?? '';
    if (job.name === confirmSubscriberJobName) await confirmSubscriber(jobId, job.data, this.needs);
    else if (job.name === releaseLeadJobName) await releaseLead(jobId, job.data, this.needs);
    else await acceptLead(jobId, job.data, this.needs);
    await this.followUp.kick();
  }
}
