import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Job } from 'bullmq';
import { JobTaker, takingJobs } from '../platform/taking-jobs.js';
import { Pipeline } from '../platform/pipeline.js';
import { recordVideoViews } from './record-video-views.js';

@Processor(queueNames.videoViews, takingJobs)
export class VideoViewsProcessor extends JobTaker {
  constructor(private readonly pipeline: Pipeline) {
    super();
  }

  async process(job: Job<unknown>): Promise<void> {
    await recordVideoViews(job.id ?? '', job.data, this.pipeline);
  }
}
