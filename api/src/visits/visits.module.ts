import { Module } from '@nestjs/common';
import { EdgeListener } from './edge-listener.js';
import { VisitsProducer } from './visits.producer.js';
import { VisitsRoute } from './visits.route.js';

@Module({
  providers: [EdgeListener, VisitsProducer, VisitsRoute],
})
export class VisitsModule {}
