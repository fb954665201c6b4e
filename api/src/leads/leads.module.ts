import { Module } from '@nestjs/common';
import { queueNames } from '@voordeur/contracts/jobs';
import { DocumentsModule } from '../documents/documents.module.js';
import { registerQueue } from '../platform/register-queue.js';
import { AdminLeadsController } from './admin-leads.controller.js';
import { LeadClaimer } from './lead-claims.js';
import { LeadsController } from './leads.controller.js';
import { LeadsProducer } from './leads.producer.js';

@Module({
  imports: [registerQueue(queueNames.signups), DocumentsModule],
  controllers: [LeadsController, AdminLeadsController],
  providers: [LeadsProducer, LeadClaimer],
})
export class LeadsModule {}
