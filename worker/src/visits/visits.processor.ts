import { Processor } from '@nestjs/bullmq';
import { type OnApplicationBootstrap } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { Config } from '../config.js';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { Pipeline } from '../platform/pipeline.js';
import { Webhooks } from '../webhooks/webhooks.js';
import { planBookingVisits } from './plan-booking-visits.js';
import { recordVisits } from './record-visits.js';

@Processor(queueNames.visits, takingJobs)
export class VisitsProcessor extends JobTaker implements OnApplicationBootstrap {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly config: Config,
    private readonly webhooks: Webhooks,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.concurrency = this.config.concurrency;
  }

  async process(job: Job<unknown>): Promise<void> {
    await recordVisits(job.id ?? '', job.data, this.pipeline, (tx, visits) =>
      planBookingVisits(tx, visits, this.config.timeZone, (manager, event) =>
        this.webhooks.plan(manager, event),
      ),
    );
    this.webhooks.kick('booking-visit');
  }
}
