import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller.js';
import { MediaController } from './media.controller.js';

@Module({ controllers: [MediaController, DocumentsController] })
export class MediaModule {}
