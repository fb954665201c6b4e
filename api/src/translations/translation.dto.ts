import {
  type TextLanguage,
  textLanguages,
  type TranslationBody,
  translationLimits,
  type UndoBody,
  type UndoTogetherBody,
} from '@voordeur/contracts/http';
import { IsBoolean, IsIn } from 'class-validator';
import { Ids, Line, Lines, Uuid } from '../platform/form-fields.js';
import { PageQueryDto } from '../platform/paging.js';
import { Optional } from '../platform/validation.pipe.js';

export class TranslationDto implements TranslationBody {
  @Line(translationLimits.key)
  key!: string;

  @IsIn(textLanguages)
  language!: TextLanguage;

  @Optional()
  @Lines(translationLimits.text)
  value?: string;
}

export class DraftNameDto {
  @Line(translationLimits.key)
  key!: string;

  @IsIn(textLanguages)
  language!: TextLanguage;
}

export class HistoryQueryDto extends PageQueryDto {
  @Optional()
  @Line(translationLimits.key)
  key?: string;

  @Optional()
  @IsIn(textLanguages)
  language?: TextLanguage;
}

export class ImportQueryDto {
  @Optional()
  @IsIn(['true', 'false'])
  dryRun?: 'true' | 'false';
}

export class ExportQueryDto {
  @Optional()
  @IsIn(['all', 'changed'])
  only?: 'all' | 'changed';
}

export class UndoDto implements UndoBody {
  @Uuid()
  id!: string;

  @Optional()
  @IsBoolean()
  force?: boolean;
}

export class UndoTogetherDto implements UndoTogetherBody {
  @Ids()
  ids!: string[];
}
