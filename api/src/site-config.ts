import { readFileSync } from 'node:fs';
import { introVideoIds, type SiteConfig } from '@voordeur/contracts/http';
import { Ajv } from 'ajv';
import { BadConfig } from './config.js';

/** What the owner set in site.config.json, as the api needs it. */
export class Site {
  private readonly videoIds: ReadonlySet<string>;

  constructor(readonly config: SiteConfig) {
    this.videoIds = new Set([...introVideoIds, ...config.videos.map((video) => video.id)]);
  }

  /** Whether it is a video of the catalogue or one of the two intros. */
  hasVideo(id: string): boolean {
    return this.videoIds.has(id);
  }
}

/** Reads the file and checks it against the schema beside it. Throws `BadConfig` with the field's name. */
export function loadSite(file: string): Site {
  const config = readJson(file);
  const check = new Ajv({ allErrors: true }).compile<SiteConfig>(
    readJson(file.replace(/\.json$/, '.schema.json')) as object,
  );
  if (!check(config)) {
    const wrong = (check.errors ?? []).map(({ instancePath, message, params }) => {
      const field = instancePath.slice(1).replaceAll('/', '.') || 'the file';
      const named = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : '';
      return `  ${field} ${message ?? 'is wrong'}${named}`;
    });
    throw new BadConfig(`${file} is not what its schema asks for:\n${wrong.join('\n')}`);
  }
  return new Site(config);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new BadConfig(`${file} ${reason}`, { cause });
  }
}
