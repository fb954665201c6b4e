import { Module } from '@nestjs/common';
import { EdgeListener } from './edge-listener.js';
import { GoalsRoute } from './goals.route.js';
import { VideoViewsRoute } from './video-views.route.js';
import { VisitsProducer } from './visits.producer.js';
import { VisitsRoute } from './visits.route.js';

@Module({
  providers: [EdgeListener, GoalsRoute, VideoViewsRoute, VisitsProducer, VisitsRoute],
})
export class IntakeModule {}
