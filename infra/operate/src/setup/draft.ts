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
import { hasExampleText } from '@voordeur/contracts/http';
import { type Installation, readInstallation } from '../doctor/installation.js';
import { Advice } from '../local/advice.js';
import { defaultsOfDomain, root } from '../local/settings.js';
import { readReference } from '../settings/reference.js';
import { withSetting } from './env-text.js';

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

/** One value of `.env` or `site.config.json`. */
export interface Question {
  setting: string;
  ask: string;
  /** Whether it's asked, after the answers before it. */
  when?: (draft: Draft) => boolean;
  /** Enter takes this in place of the value that is kept. */
  propose?: (draft: Draft, kept: string) => string;
  /** The answer as it's stored. */
  store?: (answer: string) => string;
  /** A sentence about an answer that won't do, where neither the processes nor the schema would refuse it. */
  check?: (answer: string) => string | undefined;
}

/** As much of a JSON schema as questions need. */
export interface Field {
  title?: string;
  examples?: string[];
  type?: string | string[];
  pattern?: string;
  enum?: string[];
  properties?: Record<string, Field>;
  patternProperties?: Record<string, Field>;
  items?: Field;
}

/** Reads both files; a `.env` that is missing, or misses secrets, gets them as `make up` would give them. */
export function openDraft(dir: string): Start {
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  const envBefore = existsSync(join(dir, '.env')) ? read('.env') : null;
  const siteBefore = read('site.config.json');
  const draft = { env: withSecrets(dir, envBefore), site: JSON.parse(siteBefore) as object };
  const schema = JSON.parse(read('site.config.schema.json')) as Field;
  const start = { draft, opened: draft, dir, envBefore, siteBefore, schema, known: [] };
  return { ...start, known: findWrong(start) };
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

/** The settings that `.env` may have. */
export const envSettings = readReference(readFileSync(join(root, 'docs/settings.env'), 'utf8'));

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
  for (const key of setting.split('.')) value = (value as Tree | undefined)?.[key];
  if (setting === 'languages') value ??= ['en', 'nl'];
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : '';
}

type Tree = Record<string, unknown>;

/** The object with the field at these keys, or without it where it's empty, and without the objects that this empties. */
function withField(parent: object, [key = '', ...rest]: string[], value: string | string[]): object {
  const { [key]: item, ...others } = parent as Tree;
  const isFirst = item === undefined && rest.length === 1 && availableLanguages().includes(rest[0] ?? '');
  // A text missing in another language is shown in English, so English is there or nothing is.
  const base = isFirst ? { en: value } : (item ?? {});
  const changed = rest.length === 0 ? value : withField(base, rest, value);
  const isGone = Object.keys(changed).length === 0 || (rest[0] === 'en' && rest.length === 1 && value === '');
  // In its old place, where it had one.
  return isGone ? others : { ...parent, [key]: changed };
}

/** The field of a schema at keys with dots between. */
export const fieldAt = (schema: Field, path: string): Field | undefined =>
  path.split('.').reduce<Field | undefined>((field, key) => {
    const byPattern = Object.entries(field?.patternProperties ?? {});
    if (Object.hasOwn(field?.properties ?? {}, key)) return field?.properties?.[key];
    return byPattern.find(([pattern]) => new RegExp(pattern).test(key))?.[1];
  }, schema);

/** Whether a file of the two has such a setting, and it holds a text, or texts with a comma between. */
export function isSetting({ schema }: Start, setting: string): boolean {
  if (isOfEnv(setting)) return envSettings.some(({ name }) => name === setting);
  const field = fieldAt(schema, setting);
  const { enum: options, type } = (field?.type === 'array' ? field.items : field) ?? {};
  return options !== undefined || [type].flat().includes('string');
}

/** The installation that the draft would make, by the rules of the processes themselves. */
export function installationOf({ env }: Draft): Installation {
  const written = parseEnv(env) as Record<string, string>;
  const environment = { ...defaultsOfDomain(written), ...written };
  return readInstallation({ kind: 'local', running: null, written, environment });
}

const wrongFieldsOf = ({ draft, schema }: Start) =>
  findWrongFields(draft.site, schema).map((line) => `${line}.`);

/** A sentence for each setting of `.env`, and each field of the site, that the draft made wrong. */
export function findWrong(start: Start): string[] {
  const all = [...installationOf(start.draft).wrongSettings, ...wrongFieldsOf(start)];
  return all.filter((line) => !start.known.includes(line));
}

/** With one more answer, or without that setting where it's empty; a sentence where it would be refused. */
export function applyAnswer(start: Start, { setting, check }: Question, answer: string): Start | string {
  const { draft, schema } = start;
  const isKept = answer === readSetting(draft, setting);
  if (isKept && !isOfEnv(setting)) return start;
  if (/\p{Cc}/u.test(answer)) return 'It must be one line of text.';
  const refused = answer === '' || isKept ? undefined : check?.(answer);
  if (refused) return refused;
  if (/^https?:/.test(answer) && !URL.canParse(answer))
    return 'It must be a whole address, such as https://example.org/you.';
  const field = fieldAt(schema, setting);
  const isList = field?.type === 'array' && answer !== '';
  const value = isList ? answer.split(',').map((item) => item.trim()) : answer;
  let next: Start;
  try {
    const changed = isOfEnv(setting)
      ? { env: isKept ? draft.env : withSetting(draft.env, setting, answer) }
      : { site: withField(draft.site, setting.split('.'), value) };
    next = { ...start, draft: { ...draft, ...changed } };
  } catch (error) {
    return (error as Error).message;
  }
  // Settings of .env that depend on each other are checked together, at the end.
  const all = isOfEnv(setting)
    ? installationOf(next.draft).wrongSettings.filter((line) => line.startsWith(`${setting} `))
    : wrongFieldsOf(next);
  const wrong = all.filter((line) => !start.known.includes(line));
  if (wrong.length === 0) return next;
  if (answer === '' && field) return 'It can’t be left out.';
  const options = field?.enum ?? field?.items?.enum;
  if (options) return `It must be one of ${options.join(', ')}.`;
  if (field?.examples && wrong.some((line) => line.includes(' must match pattern ')))
    return `It must look like ${field.examples.join(' or ')}.`;
  return wrong.map((line) => line.replace(`${setting} must`, 'It must')).join('\n  ');
}

const exampleLogos = /"\/media\/logos\/(key|bell|anchor|loaf|barrel|swan)\.svg"/;

/** Without the example's parts that nothing asks about; what the owner has put in their place stays. */
export function withoutExampleParts(start: Start): Start {
  const parts = Object.entries(start.draft.site);
  const gone = parts.filter(([name, part]) => /^(streets|quote|price)$/.test(name) && hasExampleText(part));
  let site = gone.reduce((left, [name]) => withField(left, [name], ''), start.draft.site);
  const isExample = readSetting(start.draft, 'person.signature') === '/media/signature.svg';
  if (isExample) site = withField(site, ['person', 'signature'], '');
  if ('partners' in site && exampleLogos.test(JSON.stringify(site.partners)))
    site = { ...site, partners: [] };
  return { ...start, draft: { ...start.draft, site } };
}

/** The files whose text the draft changes, with what they had. */
export function changedFiles({ draft, opened, dir, envBefore, siteBefore }: Start) {
  const isSameSite = JSON.stringify(draft.site) === JSON.stringify(opened.site);
  const site = isSameSite ? siteBefore : `${JSON.stringify(draft.site, null, 2)}\n`;
  const files = [
    { file: join(dir, 'site.config.json'), before: siteBefore as string | null, text: site, isEnv: false },
    { file: join(dir, '.env'), before: envBefore, text: draft.env, isEnv: true },
  ];
  return files.filter(({ before, text }) => before !== text);
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
    return { target, temporary: `${target}.${process.pid}`, text, mode: isEnv ? 0o600 : 0o644 };
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
