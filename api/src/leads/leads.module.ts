import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Lead } from '@voordeur/contracts/db';
import { DocumentsModule } from '../documents/documents.module.js';
import { AdminLeadsController } from './admin-leads.controller.js';
import { LeadsController } from './leads.controller.js';
import { LeadsProducer } from './leads.producer.js';
import { SeveralLeadsController } from './several-leads.controller.js';

@Module({
  imports: [DocumentsModule, TypeOrmModule.forFeature([Lead])],
  controllers: [AdminLeadsController, LeadsController, SeveralLeadsController],
  providers: [LeadsProducer],
})
export class LeadsModule {}
