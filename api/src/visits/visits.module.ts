import { Module } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { provideFloodLimit, VISIT_LIMIT } from '../platform/flood-limit.js';
import { registerQueue } from '../platform/register-queue.js';
import { EdgeListener } from './edge-listener.js';
import { VisitsProducer } from './visits.producer.js';
import { VisitsRoute } from './visits.route.js';

@Module({
  imports: [registerQueue(queueNames.visits)],
  providers: [VisitsRoute, VisitsProducer, EdgeListener, provideFloodLimit(VISIT_LIMIT, 300)],
})
export class VisitsModule {}
