import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Lead } from '@voordeur/contracts/db';
import { AdminLeadsController } from './admin-leads.controller.js';
import { DocumentLinks } from './document-links.js';
import { DocumentsController } from './documents.controller.js';
import { LeadsController } from './leads.controller.js';
import { LeadsProducer } from './leads.producer.js';
import { SeveralLeadsController } from './several-leads.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Lead])],
  controllers: [AdminLeadsController, DocumentsController, LeadsController, SeveralLeadsController],
  providers: [DocumentLinks, LeadsProducer],
  exports: [DocumentLinks],
})
export class LeadsModule {}
