import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type VideoViewBody, videoViewBodySchema, withoutAddress } from '@voordeur/contracts/http';
import { queueNames, type RecordVideoViews, type VideoViewEvent } from '@voordeur/contracts/jobs';
import { newEventId, traceSend } from '@voordeur/server';
import type { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { invalidField } from '../platform/api-error.js';
import { browserChunks, ChunkGatherer } from '../platform/chunk-gatherer.js';
import { Config } from '../platform/config.js';
import { addHotRoute, type HotRoute } from '../platform/hot-route.js';
import { JobProducer } from '../platform/job-producer.js';
import { Site } from '../platform/site.js';

export const videoViewRoute: HotRoute = {
  path: '/api/video-view',
  summary: 'Record how long a video was watched; sent again while it plays',
  body: videoViewBodySchema,
  perMinute: 600,
};

@Injectable()
export class VideoViewsRoute implements OnModuleInit {
  private readonly gathered = new ChunkGatherer<VideoViewEvent>(browserChunks, (events) =>
    this.jobs.add(this.queue, 'record-video-views', { events } satisfies RecordVideoViews, uuidv7()),
  );

  constructor(
    @InjectQueue(queueNames.videoViews) private readonly queue: Queue,
    private readonly jobs: JobProducer,
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
    private readonly site: Site,
  ) {}

  onModuleInit(): void {
    addHotRoute(this.http, this.config, videoViewRoute, (body, client) => {
      const { videoId, videoTitle, watchDuration, viewId } = body as VideoViewBody;
      if (!this.site.hasVideo(videoId)) throw invalidField('videoId', 'is not a video of this site');
      const view: VideoViewEvent = {
        ...newEventId(),
        videoId,
        videoTitle: withoutAddress(videoTitle),
        watchDuration,
        ...(viewId && { viewId }),
        ...client,
      };
      const stored = traceSend(this.queue.name, view, () => this.gathered.add(view));
      return { id: view.id, stored };
    });
  }
}
