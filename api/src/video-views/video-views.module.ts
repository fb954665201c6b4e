import { Module } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { provideFloodLimit, VIDEO_VIEW_LIMIT } from '../platform/flood-limit.js';
import { registerQueue } from '../platform/register-queue.js';
import { VideoViewsProducer } from './video-views.producer.js';
import { VideoViewsRoute } from './video-views.route.js';

@Module({
  imports: [registerQueue(queueNames.videoViews)],
  providers: [VideoViewsRoute, VideoViewsProducer, provideFloodLimit(VIDEO_VIEW_LIMIT, 600)],
})
export class VideoViewsModule {}
