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
import type { SiteConfig } from '@voordeur/contracts/http';
import { type Installation, readInstallation } from '../doctor/installation.js';
import { Advice } from '../local/advice.js';
import { checkout, defaultsOfDomain, root } from '../local/settings.js';
import { withSetting } from './env-text.js';
import { printJson } from './json-text.js';

/** `.env` and `site.config.json` with the answers so far. Only `writeDraft` writes. */
export interface Draft {
  /** The text of `.env`. */
  env: string;
  /** What `site.config.json` holds. */
  site: object;
}

/** A draft with what it began with, and the files as they are; null where there's no `.env` yet. */
export interface Start {
  draft: Draft;
  opened: Draft;
  envBefore: string | null;
  siteBefore: string;
  schema: object;
}

const envFile = join(checkout, '.env');
const siteFile = join(checkout, 'site.config.json');

/** Reads both files; a `.env` that is missing, or misses secrets, gets them as `make up` would give them. */
export function openDraft(): Start {
  const envBefore = existsSync(envFile) ? readFileSync(envFile, 'utf8') : null;
  const siteBefore = readFileSync(siteFile, 'utf8');
  const schema = JSON.parse(readFileSync(join(checkout, 'site.config.schema.json'), 'utf8')) as object;
  const draft = { env: withSecrets(envBefore), site: JSON.parse(siteBefore) as object };
  return { draft, opened: draft, envBefore, siteBefore, schema };
}

function withSecrets(envBefore: string | null): string {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-setup-'));
  try {
    const file = join(dir, '.env');
    if (envBefore !== null) writeFileSync(file, envBefore, { mode: 0o600 });
    const args = [join(root, 'infra/local/write-env.mjs'), join(checkout, '.env.example'), file];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`Making secrets for .env failed: ${stderr}`);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Whether it's a setting of `.env`; the others are fields of `site.config.json`, by keys with dots between. */
export const isOfEnv = (setting: string): boolean => /^[A-Z_]+$/.test(setting);

const languagesOfExample = ['en', 'nl'];

/** The languages that have a catalogue, those of the example first, and English before all. */
export function availableLanguages(): string[] {
  const codes = readdirSync(join(root, 'contracts/src/messages'))
    .flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? [])
    .sort();
  const first = languagesOfExample.filter((code) => codes.includes(code));
  return [...new Set([...first, ...codes])];
}

/** What a setting has; empty if it isn't set. */
export function readSetting({ env, site }: Draft, setting: string): string {
  if (isOfEnv(setting)) return parseEnv(env)[setting] ?? '';
  let value: unknown = site;
  for (const key of setting.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  if (setting === 'languages') return ((value as string[] | undefined) ?? languagesOfExample).join(',');
  return typeof value === 'string' ? value : '';
}

/** The draft with another value; an empty one takes the setting out. Throws if the file can't hold it. */
export function withAnswer(draft: Draft, setting: string, value: string): Draft {
  if (value === readSetting(draft, setting)) return draft;
  if (isOfEnv(setting)) return { ...draft, env: withSetting(draft.env, setting, value) };
  const given = setting === 'languages' ? value.split(',').map((code) => code.trim()) : value;
  const site = withField(draft.site as Tree, setting.split('.'), given);
  return { ...draft, site };
}

interface Tree {
  [key: string]: Tree | string | string[];
}

/** The object with this field in its place, or without it where it's empty. */
function withField(parent: Tree, [key = '', ...rest]: string[], value: string | string[]): Tree {
  const changed = { ...parent, [key]: rest.length === 0 ? value : withinField(parent[key], rest, value) };
  const isEmpty = Object.keys(changed[key] ?? {}).length === 0;
  return Object.fromEntries(Object.entries(changed).filter(([name]) => name !== key || !isEmpty));
}

function withinField(item: Tree[string] | undefined, keys: string[], value: string | string[]): Tree[string] {
  const languages = availableLanguages();
  if (keys.length === 1 && languages.includes(keys[0] ?? '')) {
    // What another language lacks is shown in English, so English is there or nothing is.
    if (value === '' && keys[0] === 'en') return '';
    if (item === undefined) return { en: value, [keys[0] ?? '']: value };
  }
  return withField((item ?? {}) as Tree, keys, value);
}

/** The installation that the draft would make, by the rules of the processes themselves. */
export function installationOf({ env }: Draft): Installation {
  const written = parseEnv(env) as Record<string, string>;
  const environment = { ...defaultsOfDomain(written), ...written };
  return readInstallation({ kind: 'local', running: null, written, environment });
}

/** A sentence for each setting of `.env` that the processes would refuse in the draft and took before. */
export function findWrongSettings({ draft, opened }: Start): string[] {
  const known = new Set(installationOf(opened).wrongSettings);
  return installationOf(draft).wrongSettings.filter((sentence) => !known.has(sentence));
}

/** A line for each field of the site that its schema refuses in the draft and took before. */
export function findWrongSite({ draft, opened, schema }: Start): string[] {
  if (draft.site === opened.site) return [];
  const known = new Set(findWrongFields(opened.site, schema));
  return findWrongFields(draft.site, schema).filter((line) => !known.has(line));
}

/** The site's part of the draft, once `findWrongSite` finds nothing in it. */
export const siteOf = ({ site }: Draft): SiteConfig => site as SiteConfig;

/** The files whose text the draft changes, with what they had. */
export function changedFiles({ draft, opened, envBefore, siteBefore }: Start) {
  const site = printJson(draft.site, siteBefore);
  const isSameSite = JSON.stringify(draft.site) === JSON.stringify(opened.site);
  const files = [
    {
      file: siteFile,
      before: siteBefore as string | null,
      text: isSameSite ? siteBefore : site,
      mode: 0o644,
    },
    { file: envFile, before: envBefore, text: draft.env, mode: 0o600 },
  ];
  return files.filter(({ before, text }) => before !== text);
}

/**
 * Writes what has changed, each file at once. Throws `Advice` and writes neither if somebody changed one of them since
 * it was read.
 */
export function writeDraft(start: Start): void {
  const files = changedFiles(start).map(({ file, before, text, mode }) => {
    const now = existsSync(file) ? readFileSync(file, 'utf8') : null;
    if (now !== before)
      throw new Advice(`${file} was changed meanwhile, so nothing is written.`, 'make setup, once more.');
    // Renaming would put a file in the place of a link.
    const target = now === null ? file : realpathSync(file);
    const beside = `${target}.${process.pid}`;
    return { target, beside, text, mode };
  });
  try {
    for (const { target, beside, text, mode } of files) {
      writeFileSync(beside, text, { mode, flag: 'wx' });
      const { uid, gid } = statSync(existsSync(target) ? target : checkout);
      // sudo make setup must leave the file to its owner.
      if (process.getuid?.() === 0) chownSync(beside, uid, gid);
    }
    for (const { target, beside } of files) renameSync(beside, target);
  } finally {
    for (const { beside } of files) rmSync(beside, { force: true });
  }
}
