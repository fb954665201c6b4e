import { Processor } from '@nestjs/bullmq';
import { confirmSubscriberJobName, queueNames, releaseLeadJobName } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { confirmSubscriber, type ConfirmSubscriberNeeds } from '../newsletter/confirm-subscriber.js';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { Pipeline } from '../platform/pipeline.js';
import { acceptLead, type AcceptLeadNeeds } from './accept-lead.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { releaseLead } from './release-lead.js';

@Processor(queueNames.signups, takingJobs)
export class SignupsProcessor extends JobTaker {
  private readonly needs: AcceptLeadNeeds & ConfirmSubscriberNeeds;

  constructor(
    { db, salts, timeZone }: Pipeline,
    private readonly followUp: LeadFollowUp,
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

  async process(job: Job<unknown>): Promise<void> {
    const jobId = job.id ?? '';
    if (job.name === confirmSubscriberJobName) await confirmSubscriber(jobId, job.data, this.needs);
    else if (job.name === releaseLeadJobName) await releaseLead(jobId, job.data, this.needs);
    else await acceptLead(jobId, job.data, this.needs);
    await this.followUp.kick();
  }
}
