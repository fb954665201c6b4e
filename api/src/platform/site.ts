import { readFileSync } from 'node:fs';
import {
  findBeyondSchema,
  introVideoIds,
  type SiteChanges,
  type SiteConfig,
  type SiteVideo,
  withSiteChanges,
} from '@voordeur/contracts/http';
import { type DaysOff, StartupError } from '@voordeur/server';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Config } from './config.js';

/** A field that doesn't match the schema (`person.name`; empty: the whole), and why, in English. */
export interface WrongField {
  field: string;
  message: string;
}

/** The settings of the site: those of `site.config.json` with the owner's changes. */
export class Site {
  config: SiteConfig;
  private videoIds: ReadonlySet<string>;

  constructor(
    readonly file: SiteConfig,
    private readonly check: ValidateFunction,
  ) {
    this.config = file;
    this.videoIds = idsOf(file.videos);
  }

  /** From now on these are the owner's changes. */
  change(changes: SiteChanges): void {
    this.config = withSiteChanges(this.file, changes);
    // Pages that were opened before may still play one of the file's.
    this.videoIds = idsOf([...this.file.videos, ...this.config.videos]);
  }

  /** The fields of other settings that don't match the schema. */
  findWrongFields(config: SiteConfig): WrongField[] {
    return wrongFieldsOf(config, this.check);
  }

  /** Whether this is the id of a video in the catalogue or of one of the two intros. */
  hasVideo(id: string): boolean {
    return this.videoIds.has(id);
  }

  /** The days on which the hours of the promised answer don't count. */
  daysOff({ timeZone }: Pick<Config, 'timeZone'>): DaysOff {
    return { daysOff: this.config.daysOff ?? [], timeZone };
  }
}

const idsOf = (videos: SiteVideo[]) => new Set([...introVideoIds, ...videos.map(({ id }) => id)]);

/** Reads the file and validates it against the schema next to it. Throws a `StartupError` that names the field. */
export function loadSite(file: string): Site {
  const config = readJson(file);
  const check = compile(readJson(file.replace(/\.json$/, '.schema.json')) as object);
  const wrong = wrongFieldsOf(config, check);
  if (wrong.length > 0) {
    throw new StartupError(`${file} doesn't match its schema:\n${describe(wrong).join('\n')}`);
  }
  return new Site(config as SiteConfig, check);
}

const compile = (schema: object) => new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

const describe = (wrong: WrongField[]) =>
  wrong.map(({ field, message }) => `  ${field === '' ? 'the file' : field} ${message}`);

function wrongFieldsOf(config: unknown, check: ValidateFunction): WrongField[] {
  if (check(config)) return findBeyondSchema(config as SiteConfig);
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const named = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : '';
    return {
      field: instancePath.slice(1).replaceAll('/', '.'),
      message: `${message ?? 'is wrong'}${named}`,
    };
  });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new StartupError(`${file} ${reason}`, { cause });
  }
}
