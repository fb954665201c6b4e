import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { Config } from '../platform/config.js';
import { type Chunk, ChunkMerger, maxJobs } from '../intake/chunk-merger.js';
import { JobProcessor, workerOptions } from '../platform/job-processor.js';
import { Intake } from '../intake/intake.js';
import { Webhooks } from '../webhooks/webhooks.js';
import { planBookingVisits } from './plan-booking-visits.js';
import { recordVisits } from './record-visits.js';

@Processor(queueNames.visits, { ...workerOptions, concurrency: maxJobs })
export class VisitsProcessor extends JobProcessor {
  private readonly merger: ChunkMerger;

  constructor(
    private readonly intake: Intake,
    private readonly config: Config,
    private readonly webhooks: Webhooks,
  ) {
    super();
    this.merger = new ChunkMerger({
      record: (chunks) => this.record(chunks),
      checkDatabase: () => intake.db.query('select 1'),
      writersAtOnce: config.concurrency,
    });
  }

  async process(job: Job<unknown>): Promise<void> {
    const recorded = this.merger.add({ id: job.id ?? '', data: job.data });
    this.worker.concurrency = this.merger.jobsWanted;
    await recorded;
  }

  private async record(chunks: Chunk[]): Promise<void> {
    await recordVisits(chunks, this.intake, (tx, visits) =>
      planBookingVisits(tx, visits, this.config.timeZone, (manager, event) =>
        this.webhooks.plan(manager, event),
      ),
    );
  }
}
