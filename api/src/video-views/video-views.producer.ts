import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { queueNames, type RecordVideoViews, type VideoViewEvent } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { ChunkGatherer, browserChunks } from '../platform/chunk-gatherer.js';
import { JobProducer } from '../platform/job-producer.js';

@Injectable()
export class VideoViewsProducer {
  private readonly gathered = new ChunkGatherer<VideoViewEvent>(browserChunks, (events) =>
    this.jobs.add(this.queue, 'record-video-views', { events } satisfies RecordVideoViews, uuidv7()),
  );

  constructor(
    @InjectQueue(queueNames.videoViews) private readonly queue: Queue,
    private readonly jobs: JobProducer,
  ) {}

  /** Resolves once the view is in Redis; throws `unavailable` within 2 s. */
  record(view: VideoViewEvent): Promise<void> {
    return this.gathered.add(view);
  }
}
