import { Body, Controller, Post } from '@nestjs/common';
import {
  type LegalDocumentsAnswer,
  type LegalDocumentsBody,
  legalDocuments,
  textLanguages,
} from '@voordeur/contracts/http';
import { IsBoolean } from 'class-validator';
import { DataSource } from 'typeorm';
import { ApiCall, schemaOf } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { Site } from '../platform/site.js';
import { orderDocuments } from './order-documents.js';

class DocumentsDto implements LegalDocumentsBody {
  @IsBoolean()
  isRead!: boolean;
}

const documentSchema = schemaOf({
  document: { enum: legalDocuments },
  language: { enum: textLanguages },
  id: { type: 'string', format: 'uuid' },
});

@Controller('api/admin/documents')
export class DocumentsController {
  constructor(
    private readonly db: DataSource,
    private readonly site: Site,
    private readonly config: Config,
  ) {}

  @Post()
  @ApiCall('Have the legal documents made of the saved facts (contracts/src/http/media.ts)', {
    answer: schemaOf({ documents: { type: 'array', items: documentSchema } }),
  })
  make(@Body() { isRead }: DocumentsDto): Promise<LegalDocumentsAnswer> {
    return orderDocuments(this.db, this.site.file, { isRead, timeZone: this.config.timeZone });
  }
}
