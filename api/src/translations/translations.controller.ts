import { Controller, Get, Headers, Res } from '@nestjs/common';
import { nestTexts, perLanguage, type TranslationsAnswer } from '@voordeur/contracts/http';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema, schemaOf } from '../platform/api-call.js';
import { matchesEtag, readTexts, readVersion } from './read-texts.js';

@Controller('api/admin/translations')
export class TranslationsController {
  constructor(private readonly db: DataSource) {}

  /** The texts that the owner changed. Open pages poll this and usually get a 304. */
  @Get()
  @ApiCall('The texts that the owner has changed, nested; with an ETag', {
    answer: schemaOf(perLanguage(() => objectSchema)),
  })
  async changed(
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TranslationsAnswer | undefined> {
    void reply.header('cache-control', 'no-cache');
    const version = known === undefined ? undefined : await readVersion(this.db.manager);
    if (version !== undefined && matchesEtag(known, `"${version}"`)) {
      void reply.code(304).header('etag', `"${version}"`);
      return undefined;
    }
    const texts = await readTexts(this.db.manager);
    void reply.header('etag', `"${texts.version}"`);
    return perLanguage((language) => nestTexts(texts.changed[language]));
  }
}
