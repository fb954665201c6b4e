import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames as ofApi } from '@voordeur/api';
import { settingNames as ofWorker } from '@voordeur/worker';
import { expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { internal, meanings } from './meanings.js';
import { printReference, referenceFile } from './print-reference.js';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const known = Object.values(meanings).flatMap((settings) => settings.map(({ name }) => name));

it('docs/settings.env is what the configs say (else: make files NAME=settings)', () => {
  expect(read(referenceFile)).toBe(printReference());
});

it('each setting that api and worker read is explained once', () => {
  const wanted = [...new Set([...ofApi, ...ofWorker])].filter((name) => !internal.includes(name));
  expect(wanted.filter((name) => !known.includes(name))).toEqual([]);
  expect(known).toEqual([...new Set(known)]);
});

it('.env.example has a dozen settings, and the secrets that make up writes', () => {
  const example = read('.env.example');
  const names = Array.from(example.matchAll(/^#?([A-Z_]+)=/gm), ([, name = '']) => name);
  const secrets = Array.from(example.matchAll(/^([A-Z_]+)=$/gm), ([, name = '']) => name);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(names.slice(-secrets.length)).toEqual(secrets);
  expect(names.length - secrets.length).toBeLessThanOrEqual(12);
});
