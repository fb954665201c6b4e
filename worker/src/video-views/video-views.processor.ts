import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { Config } from '../platform/config.js';
import { ChunkMerger, maxJobs } from '../intake/chunk-merger.js';
import { JobProcessor, workerOptions } from '../platform/job-processor.js';
import { Intake } from '../intake/intake.js';
import { recordVideoViews } from './record-video-views.js';

@Processor(queueNames.videoViews, { ...workerOptions, concurrency: maxJobs })
export class VideoViewsProcessor extends JobProcessor {
  private readonly merger: ChunkMerger;

  constructor(intake: Intake, config: Config) {
    super();
    this.merger = new ChunkMerger({
      record: (chunks) => recordVideoViews(chunks, intake),
      checkDatabase: () => intake.db.query('select 1'),
      writersAtOnce: config.concurrency,
    });
  }

  async process(job: Job<unknown>): Promise<void> {
    const recorded = this.merger.add({ id: job.id ?? '', data: job.data });
    this.worker.concurrency = this.merger.jobsWanted;
    await recorded;
  }
}
