import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type VideoViewBody, videoViewBodySchema } from '@voordeur/contracts/http';
import { newEventId } from '@voordeur/server';
import { invalidField } from '../platform/api-error.js';
import { Config } from '../platform/config.js';
import { addHotRoute, type HotRoute } from '../platform/hot-route.js';
import { Site } from '../platform/site-config.js';
import { VideoViewsProducer } from './video-views.producer.js';

export const videoViewRoute: HotRoute = {
  path: '/api/video-view',
  body: videoViewBodySchema,
  perMinute: 600,
};

@Injectable()
export class VideoViewsRoute implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
    private readonly views: VideoViewsProducer,
    private readonly site: Site,
  ) {}

  onModuleInit(): void {
    addHotRoute(this.http, this.config, videoViewRoute, (body, client) => {
      const { videoId, videoTitle, watchDuration, viewId } = body as VideoViewBody;
      if (!this.site.hasVideo(videoId)) throw invalidField('videoId', 'is not a video of this site');
      const view = {
        ...newEventId(),
        videoId,
        videoTitle,
        watchDuration,
        ...(viewId && { viewId }),
        ...client,
      };
      return { id: view.id, stored: this.views.record(view) };
    });
  }
}
