import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames as ofApi } from '@voordeur/api';
import { settingNames as ofWorker } from '@voordeur/worker';
import { expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { explainedSettings, referenceFile, withDefaults } from './reference.js';

/** Settings that make up, Compose or a test gives to the processes, and nobody writes into `.env`. */
const internal = [
  'API_HOST',
  'WORKER_HOST',
  'APP_VERSION',
  'QUEUE_PREFIX',
  'SITE_CONFIG',
  'SITE_BUILD',
  'PAGES_DIR',
  'LOOKUP_DIR',
  'GEOIP_CACHE_MB',
];
const page = readFileSync(referenceFile, 'utf8');
const known = explainedSettings();

it('docs/settings.env has the defaults of the configs (else: make files NAME=settings)', () => {
  expect(page).toBe(withDefaults(page));
});

it('docs/settings.env explains each setting that api and worker read, once', () => {
  const wanted = [...ofApi, ...ofWorker].filter((name) => !internal.includes(name));
  expect(wanted.filter((name) => !known.includes(name))).toEqual([]);
  expect(known).toEqual([...new Set(known)]);
  // A line that isn't explained would be none of them.
  expect(known).toHaveLength(page.match(/^#?[A-Z_]+=/gm)?.length ?? 0);
});

it('.env.example has a dozen settings, and the secrets that make up writes', () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const names = Array.from(example.matchAll(/^#?([A-Z_]+)=/gm), ([, name = '']) => name);
  const secrets = Array.from(example.matchAll(/^([A-Z_]+)=$/gm), ([, name = '']) => name);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(names.slice(-secrets.length)).toEqual(secrets);
  expect(names.length - secrets.length).toBeLessThanOrEqual(12);
});
