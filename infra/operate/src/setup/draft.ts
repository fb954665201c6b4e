import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { findWrongFields } from '@voordeur/api';
import { type Installation, readInstallation } from '../doctor/installation.js';
import { Advice } from '../local/advice.js';
import { defaultsOfDomain, root } from '../local/settings.js';
import type { Field } from './fields.js';

/** `.env` and `site.config.json` with the answers so far. Only `writeDraft` writes. */
export interface Draft {
  /** The text of `.env`. */
  env: string;
  /** The content of `site.config.json`. */
  site: object;
}

/** A draft with what it began with, and the files of a folder as they are; null where there's no `.env` yet. */
export interface Start {
  draft: Draft;
  opened: Draft;
  dir: string;
  envBefore: string | null;
  siteBefore: string;
  schema: Field;
  /** Faults that the files had before. */
  known: string[];
}

/** Reads both files; a `.env` that is missing, or misses secrets, gets them as `make up` would give them. */
export function openDraft(dir: string): Start {
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  const envBefore = existsSync(join(dir, '.env')) ? read('.env') : null;
  const siteBefore = read('site.config.json');
  const schema = JSON.parse(read('site.config.schema.json')) as Field;
  const draft = { env: withSecrets(dir, envBefore), site: JSON.parse(siteBefore) as object };
  const known = [true, false].flatMap((ofEnv) => wrongIn({ draft, schema }, ofEnv));
  return { draft, opened: draft, dir, envBefore, siteBefore, schema, known };
}

function withSecrets(checkout: string, envBefore: string | null): string {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-setup-'));
  try {
    const file = join(dir, '.env');
    if (envBefore !== null) writeFileSync(file, envBefore, { mode: 0o600 });
    const args = [join(root, 'infra/operate/scripts/write-env.mjs'), join(checkout, '.env.example'), file];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`Making secrets for .env failed: ${stderr}`);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Whether it's a setting of `.env`; the others are fields of `site.config.json`, by keys with dots between. */
export const isOfEnv = (setting: string): boolean => /^[A-Z_]+$/.test(setting);

/** The languages that have a catalogue, those of the example first, and English before all. */
export function availableLanguages(): string[] {
  const names = readdirSync(join(root, 'contracts/src/messages')).sort();
  const codes = names.flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? []);
  return [...new Set(['en', 'nl', ...codes])].filter((code) => codes.includes(code));
}

/** The value of a setting; empty if it isn't set. */
export function readSetting({ env, site }: Draft, setting: string): string {
  if (isOfEnv(setting)) return parseEnv(env)[setting] ?? '';
  let value: unknown = site;
  for (const key of setting.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  if (setting === 'languages') value ??= ['en', 'nl'];
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : '';
}

type Tree = Record<string, unknown>;

/** The object with this field in its place, or without it where it's empty. */
export function withField(parent: object, [key = '', ...rest]: string[], value: string | string[]): object {
  const item = (parent as Tree)[key] as Tree | undefined;
  const changed: Tree = { ...parent, [key]: rest.length === 0 ? value : withinField(item, rest, value) };
  const isEmpty = Object.keys(changed[key] ?? {}).length === 0;
  return Object.fromEntries(Object.entries(changed).filter(([name]) => name !== key || !isEmpty));
}

function withinField(item: Tree | undefined, keys: string[], value: string | string[]): unknown {
  const [key = ''] = keys;
  if (keys.length === 1 && availableLanguages().includes(key)) {
    // A text missing in another language is shown in English, so English is there or nothing is.
    if (value === '' && key === 'en') return '';
    if (item === undefined) return { en: value, [key]: value };
  }
  return withField(item ?? {}, keys, value);
}

/** The installation that the draft would make, by the rules of the processes themselves. */
export function installationOf({ env }: Draft): Installation {
  const written = parseEnv(env) as Record<string, string>;
  const environment = { ...defaultsOfDomain(written), ...written };
  return readInstallation({ kind: 'local', running: null, written, environment });
}

const wrongIn = ({ draft, schema }: Pick<Start, 'draft' | 'schema'>, ofEnv: boolean) =>
  ofEnv ? installationOf(draft).wrongSettings : findWrongFields(draft.site, schema).map((line) => `${line}.`);

/** A sentence for each setting of `.env`, or each field of the site, that the draft made wrong. */
export const findWrong = (start: Start, ofEnv: boolean): string[] =>
  wrongIn(start, ofEnv).filter((line) => !start.known.includes(line));

/** The files whose text the draft changes, with what they had. */
export function changedFiles({ draft, opened, dir, envBefore, siteBefore }: Start) {
  const isSameSite = JSON.stringify(draft.site) === JSON.stringify(opened.site);
  const site = isSameSite ? siteBefore : `${JSON.stringify(draft.site, null, 2)}\n`;
  const files = [
    { name: 'site.config.json', before: siteBefore as string | null, text: site, isEnv: false },
    { name: '.env', before: envBefore, text: draft.env, isEnv: true },
  ];
  return files
    .filter(({ before, text }) => before !== text)
    .map(({ name, ...file }) => ({ ...file, file: join(dir, name) }));
}

/**
 * Writes what has changed, each file at once. Throws `Advice` and writes neither if somebody changed one of them since
 * it was read.
 */
export function writeDraft(start: Start): void {
  const files = changedFiles(start).map(({ file, before, text, isEnv }) => {
    const now = existsSync(file) ? readFileSync(file, 'utf8') : null;
    if (now !== before)
      throw new Advice(`${file} was changed meanwhile, so nothing is written.`, 'make setup, once more.');
    // Renaming would put a file in the place of a link.
    const target = now === null ? file : realpathSync(file);
    const temporary = `${target}.${process.pid}`;
    return { target, temporary, text, mode: isEnv ? 0o600 : 0o644 };
  });
  try {
    for (const { target, temporary, text, mode } of files) {
      writeFileSync(temporary, text, { mode, flag: 'wx' });
      const { uid, gid } = statSync(existsSync(target) ? target : start.dir);
      // sudo make setup must leave the file to its owner.
      if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
    }
    for (const { target, temporary } of files) renameSync(temporary, target);
  } finally {
    for (const { temporary } of files) rmSync(temporary, { force: true });
  }
}
