import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { Config } from '../config.js';
import { type Chunk, ChunkMerger, mostJobs } from '../platform/chunk-merger.js';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { Pipeline } from '../platform/pipeline.js';
import { Webhooks } from '../webhooks/webhooks.js';
import { planBookingVisits } from './plan-booking-visits.js';
import { recordVisits } from './record-visits.js';

@Processor(queueNames.visits, { ...takingJobs, concurrency: mostJobs })
export class VisitsProcessor extends JobTaker {
  private readonly merger: ChunkMerger;

  constructor(
    private readonly pipeline: Pipeline,
    private readonly config: Config,
    private readonly webhooks: Webhooks,
  ) {
    super();
    this.merger = new ChunkMerger({
      record: (chunks) => this.record(chunks),
      checkDatabase: () => pipeline.db.query('select 1'),
      writersAtOnce: config.concurrency,
    });
  }

  async process(job: Job<unknown>): Promise<void> {
    const recorded = this.merger.add({ id: job.id ?? '', data: job.data });
    this.worker.concurrency = this.merger.jobsWanted;
    await recorded;
  }

  private async record(chunks: Chunk[]): Promise<void> {
    await recordVisits(chunks, this.pipeline, (tx, visits) =>
      planBookingVisits(tx, visits, this.config.timeZone, (manager, event) =>
        this.webhooks.plan(manager, event),
      ),
    );
    this.webhooks.kick('booking-visit');
  }
}
