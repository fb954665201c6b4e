import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { DataSource } from 'typeorm';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { storeLead } from './store-lead.js';

@Processor(queueNames.signups, takingJobs)
export class SignupsProcessor extends JobTaker {
  constructor(private readonly db: DataSource) {
    super();
  }

  async process(job: Job<unknown>): Promise<void> {
    await storeLead(this.db, job.id ?? '', job.data);
  }
}
