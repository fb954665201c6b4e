import { readFileSync } from 'node:fs';
import { introVideoIds, type SiteConfig } from '@voordeur/contracts/http';
import { type DaysOff, StartupError } from '@voordeur/server';
import { Ajv } from 'ajv';
import type { Config } from './config.js';

/** The owner's site.config.json. */
export class Site {
  private readonly videoIds: ReadonlySet<string>;

  constructor(readonly config: SiteConfig) {
    this.videoIds = new Set([...introVideoIds, ...config.videos.map((video) => video.id)]);
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

/** Reads the file and validates it against the schema next to it. Throws a `StartupError` that names the field. */
export function loadSite(file: string): Site {
  const config = readJson(file);
  const wrong = findWrongFields(config, readJson(file.replace(/\.json$/, '.schema.json')) as object);
  if (wrong.length > 0) {
    const lines = wrong.map((line) => `  ${line}`);
    throw new StartupError(`${file} doesn't match its schema:\n${lines.join('\n')}`);
  }
  return new Site(config as SiteConfig);
}

/** One line per field that doesn't match the schema, starting with its name. */
export function findWrongFields(config: unknown, schema: object): string[] {
  const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  check(config);
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const field = instancePath.slice(1).replaceAll('/', '.') || 'the file';
    const named = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : '';
    return `${field} ${message ?? 'is wrong'}${named}`;
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
