import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { Config } from '../config.js';
import { ChunkMerger, mostJobs } from '../platform/chunk-merger.js';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { Pipeline } from '../platform/pipeline.js';
import { recordVideoViews } from './record-video-views.js';

@Processor(queueNames.videoViews, { ...takingJobs, concurrency: mostJobs })
export class VideoViewsProcessor extends JobTaker {
  private readonly merger: ChunkMerger;

  constructor(pipeline: Pipeline, config: Config) {
    super();
    this.merger = new ChunkMerger({
      record: (chunks) => recordVideoViews(chunks, pipeline),
      checkDatabase: () => pipeline.db.query('select 1'),
      writersAtOnce: config.concurrency,
    });
  }

  async process(job: Job<unknown>): Promise<void> {
    const recorded = this.merger.add({ id: job.id ?? '', data: job.data });
    this.worker.concurrency = this.merger.jobsWanted;
    await recorded;
  }
}
