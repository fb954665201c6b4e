import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  type SiteHistoryAnswer,
  siteSettingKeys,
  type SiteSettingsAnswer,
  type SiteSettingsBody,
} from '@voordeur/contracts/http';
import { DataSource } from 'typeorm';
import { DocumentLinks } from '../leads/document-links.js';
import { ApiCall, objectSchema, schemaOf } from '../platform/api-call.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { PageQueryDto } from '../platform/paging.js';
import { Site } from '../platform/site.js';
import { UndoDto } from '../translations/translation.dto.js';
import { changeSettings } from './change-settings.js';
import { readEdit, readHistory, readSettings } from './read-site.js';

const answer = schemaOf({
  version: { type: 'string' },
  settings: { type: 'array', items: objectSchema },
  guideUrl: { type: 'string' },
});
const changeSchema = { ...schemaOf({ key: { enum: siteSettingKeys }, value: {}, writtenOver: {} }) };

@Controller('api/admin/site')
export class SiteController {
  constructor(
    private readonly db: DataSource,
    private readonly site: Site,
    private readonly documents: DocumentLinks,
  ) {}

  @Get()
  @ApiCall('The settings of the site (contracts/src/http/site-settings.ts, SiteSettingsAnswer)', { answer })
  async read(): Promise<SiteSettingsAnswer> {
    const settings = await readSettings(this.db.manager, this.site.file);
    return { ...settings, guideUrl: this.documents.guideUrl() };
  }

  @Put()
  @ApiCall('Change settings, all of these or none; a 412 if one of them has changed since it was opened', {
    answer,
    body: { 'application/json': schemaOf({ changes: { type: 'array', items: changeSchema } }) },
  })
  async change(@Body() body: unknown): Promise<SiteSettingsAnswer> {
    await changeSettings(this.db, this.site, parseChanges(body));
    return this.read();
  }

  @Get('history')
  @ApiCall('Edits, newest first, 50 a page (contracts/src/http/site-settings.ts, SiteHistoryAnswer)', {
    answer: objectSchema,
  })
  history(@Query() query: PageQueryDto): Promise<SiteHistoryAnswer> {
    return readHistory(this.db.manager, query);
  }

  @Post('undo')
  @ApiCall('Undo an edit; a 412 if the setting has changed since, unless forced', { answer })
  @HttpCode(200)
  async undo(@Body() { id, force = false }: UndoDto): Promise<SiteSettingsAnswer> {
    const edit = await readEdit(this.db.manager, id);
    if (!edit) throw new ApiError('not-found');
    const change = { key: edit.key, value: edit.old, ...(!force && { writtenOver: edit.new }) };
    await changeSettings(this.db, this.site, [change]);
    return this.read();
  }
}

/** Throws `invalid-body` for anything but changes of different settings. */
function parseChanges(body: unknown): SiteSettingsBody['changes'] {
  const { changes } = (body ?? {}) as Partial<SiteSettingsBody>;
  if (!Array.isArray(changes) || changes.length === 0)
    throw invalidField('changes', 'must be a list of changes');
  const keys = new Set<string>();
  for (const change of changes as unknown[]) {
    const { key, value, writtenOver } = (change ?? {}) as Partial<SiteSettingsBody['changes'][number]>;
    const isKnown =
      siteSettingKeys.some((known) => known === key) && value !== undefined && writtenOver !== undefined;
    if (!isKnown || keys.has(String(key)))
      throw invalidField('changes', 'must have a key of its own, a value and what was there before');
    keys.add(String(key));
  }
  return changes;
}
