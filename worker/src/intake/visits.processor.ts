import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import { type Chunk, maxJobs } from './chunk-merger.js';
import { ChunkProcessor } from './chunk-processor.js';
import { Intake } from './intake.js';
import { Config } from '../platform/config.js';
import { workerOptions } from '../platform/job-processor.js';
import { Webhooks } from '../outbox/webhooks.js';
import { planBookingVisits } from './plan-booking-visits.js';
import { recordVisits } from './record-visits.js';

@Processor(queueNames.visits, { ...workerOptions, concurrency: maxJobs })
export class VisitsProcessor extends ChunkProcessor {
  constructor(
    private readonly intake: Intake,
    { concurrency }: Config,
    private readonly webhooks: Webhooks,
  ) {
    super(intake.db, concurrency);
  }

  protected record(chunks: Chunk[]): Promise<void> {
    return recordVisits(chunks, this.intake, (tx, visits) =>
      planBookingVisits(tx, visits, this.intake.timeZone, (manager, events) =>
        this.webhooks.plan(manager, ...events),
      ),
    );
  }
}
