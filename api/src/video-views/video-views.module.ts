import { Module } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { provideFloodLimit, VIDEO_VIEW_LIMIT } from '../platform/flood-limit.js';
import { registerQueue } from '../platform/register-queue.js';
import { VideoViewsController } from './video-views.controller.js';
import { VideoViewsProducer } from './video-views.producer.js';

@Module({
  imports: [registerQueue(queueNames.videoViews)],
  controllers: [VideoViewsController],
  providers: [VideoViewsProducer, provideFloodLimit(VIDEO_VIEW_LIMIT, 600)],
})
export class VideoViewsModule {}
