import { isDeepStrictEqual } from 'node:util';
import { Media, TextsState } from '@voordeur/contracts/db';
import {
  calendarOrigins,
  isLocked,
  lineOfText,
  type SiteChanges,
  type SiteConfig,
  type SiteSettingKey,
  withSiteChanges,
} from '@voordeur/contracts/http';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../platform/api-error.js';
import type { Site, WrongField } from '../platform/site.js';
import { lockTexts } from '../translations/change-texts.js';
import { readSiteChanges } from './read-site.js';

/** Null: the owner wants none. */
export interface SettingChange {
  key: SiteSettingKey;
  value: unknown;
  /** The value that was shown when it was changed; absent: whichever there is. */
  writtenOver?: unknown;
}

/**
 * Makes all changes or none, each with an entry in the history, in one new version of the pages. Throws `locked-setting`,
 * `setting-conflict` if a setting isn't the one that was written over, and `broken-setting` with the fields that won't do.
 */
export async function changeSettings(db: DataSource, site: Site, given: SettingChange[]): Promise<void> {
  const locked = given.filter(({ key }) => isLocked(site.file, key));
  if (locked.length > 0) throw new ApiError('locked-setting', { details: named(locked, 'is locked') });
  const changes = await db.transaction(async (tx) => {
    // Texts and settings make one version of the pages.
    await lockTexts(tx);
    const { changes: before } = await readSiteChanges(tx);
    const config = withSiteChanges(site.file, before);
    const moved = given.filter(
      ({ key, writtenOver }) =>
        writtenOver !== undefined && !isDeepStrictEqual(config[key] ?? null, writtenOver),
    );
    if (moved.length > 0) throw new ApiError('setting-conflict', { details: named(moved, 'has changed') });
    const after: SiteChanges = {
      ...before,
      ...Object.fromEntries(given.map(({ key, value }) => [key, value])),
    };
    const edits = given.filter(({ key, value }) => !isDeepStrictEqual(config[key] ?? null, value));
    const wrong = findWrongFields(site, withSiteChanges(site.file, after), edits);
    if (wrong.length > 0) throw new ApiError('broken-setting', { details: wrong });
    await keepFiles(tx, edits);
    await writeEdits(tx, site.file, config, edits);
    return after;
  });
  site.change(changes);
}

/** Throws `broken-setting` for a file that wasn't uploaded. Once its row says that it's used, no night removes it. */
async function keepFiles(tx: EntityManager, edits: SettingChange[]): Promise<void> {
  for (const { key, value } of edits)
    for (const { field, path } of filesIn(key, value)) {
      const { affected } = await tx.update(Media, { path }, { usedAt: () => 'now()' });
      if (affected === 0)
        throw new ApiError('broken-setting', { details: [{ field, message: 'is not an uploaded file' }] });
    }
}

function filesIn(field: string, value: unknown): { field: string; path: string }[] {
  if (typeof value === 'string') return value.startsWith('/files/') ? [{ field, path: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, part]) => filesIn(`${field}.${step}`, part));
}

const named = (changes: SettingChange[], message: string) =>
  changes.map(({ key }) => ({ field: key, message }));

function findWrongFields(site: Site, config: SiteConfig, edits: SettingChange[]): WrongField[] {
  const control = edits.filter(({ value }) => !isPlain(value));
  // Neither Postgres nor a page could show them.
  if (control.length > 0) return named(control, 'must not hold control characters');
  const wrong = site.findWrongFields(config);
  if (wrong.length > 0) return wrong;
  return isFramed(config, site.file)
    ? []
    : [{ field: 'scheduler.address', message: 'is not an address of this calendar' }];
}

const line = new RegExp(lineOfText, 'u');

/** Whether every text in it, names included, has no control characters, and only a case's story several lines. */
function isPlain(value: unknown, hasLines = false): boolean {
  if (typeof value === 'string') return line.test(hasLines ? value.replaceAll('\n', ' ') : value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, part]) => line.test(name) && isPlain(part, hasLines || name === 'story'),
  );
}

/** Whether pages may frame this calendar: their policy names the providers' own hosts, and that of the file. */
function isFramed({ scheduler }: SiteConfig, file: SiteConfig): boolean {
  if (scheduler.provider === 'own') return true;
  if (!URL.canParse(scheduler.address)) return false;
  if (scheduler.provider === 'link') return true;
  const { origin } = new URL(scheduler.address);
  const ofFile = file.scheduler.provider === scheduler.provider && new URL(file.scheduler.address).origin;
  return calendarOrigins[scheduler.provider].includes(origin) || origin === ofFile;
}

async function writeEdits(
  tx: EntityManager,
  file: SiteConfig,
  before: SiteConfig,
  edits: SettingChange[],
): Promise<void> {
  let version: string | undefined;
  for (const { key, value } of edits) {
    version = uuidv7();
    const [old, made] = [before[key] ?? null, value].map((one) => JSON.stringify(one));
    await tx.query(
      `insert into site_edits (id, key, old_value, new_value) values ($1, $2, $3::jsonb, $4::jsonb)`,
      [version, key, old, made],
    );
    await (isDeepStrictEqual(file[key] ?? null, value)
      ? tx.query(`delete from site_settings where key = $1`, [key])
      : tx.query(
          `insert into site_settings (key, value) values ($1, $2::jsonb)
          on conflict (key) do update set value = excluded.value, updated_at = now()`,
          [key, made],
        ));
  }
  if (version !== undefined)
    await tx.upsert(TextsState, { only: true, version, changedAt: () => 'now()' }, ['only']);
}
