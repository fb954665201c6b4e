import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type VideoViewBody, videoViewBodySchema } from '@voordeur/contracts/http';
import { invalidField } from '../platform/api-error.js';
import { newEventId } from '../platform/event-id.js';
import { type FloodLimit, VIDEO_VIEW_LIMIT } from '../platform/flood-limit.js';
import { addFloodRoute, type FloodRoute } from '../platform/flood-route.js';
import { Site } from '../platform/site-config.js';
import { VideoViewsProducer } from './video-views.producer.js';

export const videoViewRoute: FloodRoute = { path: '/api/video-view', body: videoViewBodySchema };

@Injectable()
export class VideoViewsRoute implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly views: VideoViewsProducer,
    private readonly site: Site,
    @Inject(VIDEO_VIEW_LIMIT) private readonly limit: FloodLimit,
  ) {}

  onModuleInit(): void {
    addFloodRoute(this.http, videoViewRoute, this.limit, (body, client) => {
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
      return { id: view.id, kept: this.views.record(view) };
    });
  }
}
