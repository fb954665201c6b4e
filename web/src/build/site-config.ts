import { readFileSync } from 'node:fs';
import { findBeyondSchema, type SiteConfig } from '@voordeur/contracts/http';
import { Ajv } from 'ajv';
import type { Plugin } from 'vite';
import { publicSettings } from '../config/public-settings.ts';

export const configFile = new URL('../../../site.config.json', import.meta.url);
const schemaFile = new URL('../../../site.config.schema.json', import.meta.url);

/** Stops the build when `site.config.json`, or another file in its place, doesn't match its schema. */
export function checkedSiteConfig(file: URL = configFile): Plugin {
  return {
    name: 'checked-site-config',
    buildStart() {
      const wrong = findWrongFields(readJson(file), readJson(schemaFile));
      if (wrong.length > 0) this.error(`site.config.json:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
    },
  };
}

/** Leaves out of the browser's builds what visitors don't get (`publicSettings`). */
export function slimSiteConfig(): Plugin {
  return {
    name: 'slim-site-config',
    apply: 'build',
    // JSON is made a module after this.
    enforce: 'pre',
    transform: (code, id) =>
      id === configFile.pathname ? JSON.stringify(publicSettings(JSON.parse(code) as SiteConfig)) : null,
  };
}

/** One line per invalid field, starting with its name. */
export function findWrongFields(config: unknown, schema: object): string[] {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  validate(config);
  // A failed condition is also reported as the error it leads to.
  const named = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  if (named.length === 0)
    return findBeyondSchema(config as SiteConfig).map(({ field, message }) => `${field} ${message}`);
  return named.map(({ instancePath, message = 'is not valid', keyword, params }) => {
    const parent = instancePath.slice(1).replaceAll('/', '.');
    // Missing and unknown fields are reported on the object around them.
    const own: unknown =
      keyword === 'required' ? params['missingProperty'] : (params['additionalProperty'] ?? '');
    const field = [parent, String(own)].filter((part) => part !== '').join('.');
    return `${field === '' ? 'the file' : field} ${keyword === 'additionalProperties' ? 'is not a field that is known' : message}`;
  });
}

export function readJson(file: URL): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (cause) {
    throw new Error(`Reading ${file.pathname.split('/').pop() ?? ''}`, { cause });
  }
}
