import { Processor } from '@nestjs/bullmq';
import { queueNames, releaseLeadJobName } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { Pipeline } from '../platform/pipeline.js';
import { acceptLead, type AcceptLeadNeeds } from './accept-lead.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { releaseLead } from './release-lead.js';

@Processor(queueNames.signups, takingJobs)
export class SignupsProcessor extends JobTaker {
  private readonly needs: AcceptLeadNeeds;

  constructor(
    { db, salts, timeZone }: Pipeline,
    private readonly followUp: LeadFollowUp,
  ) {
    super();
    this.needs = { db, salts, timeZone, followUp: (tx, lead) => followUp.plan(tx, lead) };
  }

  async process(job: Job<unknown>): Promise<void> {
    if (job.name === releaseLeadJobName) await releaseLead(job.id ?? '', job.data, this.needs);
    else await acceptLead(job.id ?? '', job.data, this.needs);
    await this.followUp.kick();
  }
}
