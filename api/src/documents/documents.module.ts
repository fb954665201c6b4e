import { Module } from '@nestjs/common';
import { DocumentLinks } from './document-links.js';
import { DocumentsController } from './documents.controller.js';

@Module({
  controllers: [DocumentsController],
  providers: [DocumentLinks],
  exports: [DocumentLinks],
})
export class DocumentsModule {}
