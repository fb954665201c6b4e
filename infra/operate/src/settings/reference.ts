import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingDefaults as ofApi } from '@voordeur/api';
import { settingDefaults as ofWorker } from '@voordeur/worker';
import { checkout } from '../local/settings.js';

/**
 * The page about every setting. Its sentences are written by hand, its defaults by `make files NAME=settings`. In the
 * checkout: a release, from which make upgrade runs, has no documents.
 */
export const referenceFile = join(checkout, 'docs/settings.env');

const entry = /^# (.*?)( For example:)?\n#([A-Z_]+)=(.*)$/gm;

/** The name of every setting that `.env` may have, in the order of the page. */
export function explainedSettings(page = readFileSync(referenceFile, 'utf8')): string[] {
  return Array.from(page.matchAll(entry), ([, , , name = '']) => name);
}

/** The page with the defaults that the configs of api and worker have today. */
export function withDefaults(page: string): string {
  const defaults = { ...ofApi, ...ofWorker };
  return page.replace(entry, (text, meaning: string, example: string | undefined, name: string) => {
    // A setting of neither config, or an example in place of a default.
    if (!(name in defaults) || (example && defaults[name] === undefined)) return text;
    return `# ${meaning}\n#${name}=${defaults[name] ?? ''}`;
  });
}
