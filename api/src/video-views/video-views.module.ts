import { Module } from '@nestjs/common';
import { VideoViewsRoute } from './video-views.route.js';

@Module({
  providers: [VideoViewsRoute],
})
export class VideoViewsModule {}
