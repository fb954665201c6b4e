import { Body, Controller, Delete, Get, Headers, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import {
  type ImportAnswer,
  nestTexts,
  perLanguage,
  type PublishAnswer,
  type TextDraftsAnswer,
  type TextHistoryAnswer,
  type TranslationAnswer,
  translationLimits,
  type TranslationsAnswer,
  type TranslationsStateAnswer,
} from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema, schemaOf, textSchema, wholeSchema } from '../platform/api-call.js';
import { ApiError } from '../platform/api-error.js';
import { LargeBody } from '../platform/large-bodies.js';
import { applyImport, parseImport, previewImport } from './import-texts.js';
import { readState } from './read-state.js';
import { readTexts } from './read-texts.js';
import { saveText, unchangedSince } from './save-text.js';
import { discardAllDrafts, discardDraft, publishDrafts, readDrafts, saveDraft } from './text-drafts.js';
import { readEdit, readHistory } from './text-history.js';
import {
  DraftNameDto,
  ExportQueryDto,
  HistoryQueryDto,
  ImportQueryDto,
  TranslationDto,
  UndoDto,
  UndoTogetherDto,
} from './translation.dto.js';
import { undoTogether } from './undo-together.js';

@Controller('api/admin/translations')
export class AdminTranslationsController {
  constructor(private readonly db: DataSource) {}

  @Get('manage')
  @ApiCall('Every text, nested', { answer: schemaOf(perLanguage(() => objectSchema)) })
  async manage(): Promise<TranslationsAnswer> {
    const { whole } = await readTexts(this.db.manager);
    return perLanguage((language) => nestTexts(whole[language]));
  }

  @Get('built-in')
  @ApiCall('Every text of a site whose owner has changed nothing, nested', {
    answer: schemaOf(perLanguage(() => objectSchema)),
  })
  builtIn(): TranslationsAnswer {
    return messages;
  }

  @Get('state')
  @ApiCall(
    'Whether the pages contain the current texts (contracts/src/http/translations.ts, TranslationsStateAnswer)',
    { answer: objectSchema },
  )
  state(): Promise<TranslationsStateAnswer> {
    return readState(this.db.manager);
  }

  @Put()
  @ApiCall(
    'Change one text; with If-Match (quoted hex SHA-256 of its UTF-8) only if it is still that text; an empty value restores the built-in text',
    { answer: schemaOf({ key: textSchema, value: textSchema, language: textSchema }) },
  )
  save(
    @Body() { key, language, value = '' }: TranslationDto,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<TranslationAnswer> {
    return saveText(this.db, { key, language, value }, unchangedSince(ifMatch));
  }

  @Get('drafts')
  @ApiCall('Texts that are not published yet (contracts/src/http/translations.ts, TextDraftsAnswer)', {
    answer: objectSchema,
  })
  drafts(): Promise<TextDraftsAnswer> {
    return readDrafts(this.db.manager);
  }

  @Put('drafts')
  @ApiCall(
    'Keep a text as a draft; with If-Match (quoted hex SHA-256 of its UTF-8) only over that draft, or that published text; one that equals the published text is removed',
    { answer: schemaOf({ key: textSchema, value: textSchema, language: textSchema }) },
  )
  saveDraft(
    @Body() { key, language, value = '' }: TranslationDto,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<TranslationAnswer> {
    return saveDraft(this.db, { key, language, value }, unchangedSince(ifMatch));
  }

  @Post('drafts/discard')
  @ApiCall('Discard one draft')
  @HttpCode(204)
  discardDraft(@Body() { key, language }: DraftNameDto): Promise<void> {
    return discardDraft(this.db, { key, language });
  }

  @Delete('drafts')
  @ApiCall('Discard all drafts')
  @HttpCode(204)
  discardAllDrafts(): Promise<void> {
    return discardAllDrafts(this.db);
  }

  @Post('drafts/publish')
  @ApiCall(
    'Publish all drafts as one version; a 412 with those whose text has changed since they were begun, unless If-Match names the present version',
    { answer: schemaOf({ version: textSchema, published: wholeSchema }) },
  )
  @HttpCode(200)
  publishDrafts(@Headers('if-match') ifMatch: string | undefined): Promise<PublishAnswer> {
    return publishDrafts(this.db, ifMatch);
  }

  @Get('history')
  @ApiCall('Edits, newest first, 50 a page (contracts/src/http/translations.ts, TextHistoryAnswer)', {
    answer: objectSchema,
  })
  history(@Query() query: HistoryQueryDto): Promise<TextHistoryAnswer> {
    return readHistory(this.db.manager, query);
  }

  @Post('undo')
  @ApiCall('Undo an edit; a 412 if the text has changed since, unless forced', {
    answer: schemaOf({ key: textSchema, value: textSchema, language: textSchema }),
  })
  @HttpCode(200)
  async undo(@Body() { id, force = false }: UndoDto): Promise<TranslationAnswer> {
    const edit = await readEdit(this.db.manager, id);
    if (!edit) throw new ApiError('not-found');
    const { key, language, old } = edit;
    return saveText(this.db, { key, language, value: old }, (current) => force || current === edit.new);
  }

  @Post('undo-together')
  @ApiCall('Take several edits back together, or none if one of their texts was changed since', {
    answer: schemaOf({ version: textSchema }),
  })
  @HttpCode(200)
  undoTogether(@Body() { ids }: UndoTogetherDto): Promise<{ version: string }> {
    return undoTogether(this.db, ids);
  }

  @Post('import')
  @ApiCall(
    'Change many texts at once, or with dryRun only report what would change (contracts/src/http/translations.ts, ImportAnswer)',
    {
      answer: objectSchema,
      body: { 'application/json': { ...objectSchema, properties: perLanguage(() => objectSchema) } },
    },
  )
  @HttpCode(200)
  @LargeBody(translationLimits.importBytes, 'import-too-large')
  import(
    @Body() body: unknown,
    @Query() { dryRun }: ImportQueryDto,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<ImportAnswer> {
    const given = parseImport(body);
    return dryRun === 'true' ? previewImport(this.db, given) : applyImport(this.db, given, ifMatch);
  }

  /** A file that `import` accepts, formatted so that it can be compared with another. */
  @Get('export')
  @ApiCall('The texts as a file that import accepts: all of them, or only the changed ones', {
    answer: schemaOf(perLanguage(() => objectSchema)),
  })
  async export(@Query() { only }: ExportQueryDto, @Res() reply: FastifyReply): Promise<void> {
    const texts = await readTexts(this.db.manager);
    const exported = only === 'changed' ? texts.changed : texts.whole;
    await reply
      .type('application/json; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="texts${only === 'changed' ? '-changed' : ''}.json"`,
      )
      .send(
        `${JSON.stringify(
          perLanguage((language) => nestTexts(exported[language])),
          null,
          2,
        )}\n`,
      );
  }
}
