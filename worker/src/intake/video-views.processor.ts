import { Processor } from '@nestjs/bullmq';
import { queueNames } from '@voordeur/contracts/jobs';
import { type Chunk, maxJobs } from './chunk-merger.js';
import { ChunkProcessor } from './chunk-processor.js';
import { Intake } from './intake.js';
import { Config } from '../platform/config.js';
import { workerOptions } from '../platform/job-processor.js';
import { recordVideoViews } from './record-video-views.js';

@Processor(queueNames.videoViews, { ...workerOptions, concurrency: maxJobs })
export class VideoViewsProcessor extends ChunkProcessor {
  constructor(
    private readonly intake: Intake,
    { concurrency }: Config,
  ) {
    super(intake.db, concurrency);
  }

  protected record(chunks: Chunk[]): Promise<void> {
    return recordVideoViews(chunks, this.intake);
  }
}
