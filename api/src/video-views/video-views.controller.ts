import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  type Accepted,
  acceptedSchema,
  type VideoViewBody,
  videoViewBodySchema,
} from '@voordeur/contracts/http';
import type { FastifyRequest } from 'fastify';
import { invalidField } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { newEventId } from '../platform/event-id.js';
import { VIDEO_VIEW_LIMIT, type FloodLimit } from '../platform/flood-limit.js';
import { Site } from '../site-config.js';
import { VideoViewsProducer } from './video-views.producer.js';

@Controller('api/video-view')
export class VideoViewsController {
  constructor(
    private readonly views: VideoViewsProducer,
    private readonly site: Site,
    @Inject(VIDEO_VIEW_LIMIT) private readonly limit: FloodLimit,
  ) {}

  @Post()
  @HttpCode(202)
  @RouteSchema({ body: videoViewBodySchema, response: { 202: acceptedSchema } })
  async record(@Body() body: VideoViewBody, @Req() request: FastifyRequest): Promise<Accepted> {
    const client = clientOf(request);
    this.limit(client.address);
    const { videoId, videoTitle, watchDuration, viewId } = body;
    if (!this.site.hasVideo(videoId)) throw invalidField('videoId', 'is not a video of this site');
    const view = {
      ...newEventId(),
      videoId,
      videoTitle,
      watchDuration,
      ...(viewId && { viewId }),
      ...client,
    };
    await this.views.record(view);
    return { id: view.id };
  }
}
