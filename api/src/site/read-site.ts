import { SiteEdit } from '@voordeur/contracts/db';
import {
  isLocked,
  type SiteChanges,
  type SiteConfig,
  type SiteEditAnswer,
  type SiteHistoryAnswer,
  siteSettingKeys,
  type SiteSettingsAnswer,
  withSiteChanges,
} from '@voordeur/contracts/http';
import { type EntityManager, LessThan } from 'typeorm';
import { type PageQueryDto, pageOf, pageSize } from '../platform/paging.js';

/** The owner's changes of settings that this build has, and the version of the pages that they make. */
export async function readSiteChanges(
  db: Pick<EntityManager, 'query'>,
): Promise<{ version: string; changes: SiteChanges }> {
  const [row]: [{ version: string | null; changes: SiteChanges | null }] = await db.query(
    `select (select version from texts_state) as version,
      (select json_object_agg(key, value) from site_settings where key = any ($1)) as changes`,
    [siteSettingKeys],
  );
  return { version: row.version ?? 'built-in', changes: row.changes ?? {} };
}

/** Every setting, as the owner sees it. */
export async function readSettings(
  db: EntityManager,
  file: SiteConfig,
): Promise<Omit<SiteSettingsAnswer, 'guideUrl'>> {
  const { version, changes } = await readSiteChanges(db);
  const config = withSiteChanges(file, changes);
  const settings = siteSettingKeys.map((key) => ({
    key,
    value: config[key] ?? null,
    default: file[key] ?? null,
    isLocked: isLocked(file, key),
  }));
  return { version, settings };
}

/** A page of edits, newest first. */
export async function readHistory(db: EntityManager, { cursor }: PageQueryDto): Promise<SiteHistoryAnswer> {
  const edits = await db.find(SiteEdit, {
    where: cursor === undefined ? {} : { id: LessThan(cursor) },
    order: { id: 'DESC' },
    take: pageSize + 1,
  });
  const { page, cursor: next } = pageOf(edits);
  return { edits: page.map(editOf), cursor: next };
}

/** One edit; null if there is no such edit. */
export async function readEdit(db: EntityManager, id: string): Promise<SiteEditAnswer | null> {
  const edit = await db.findOneBy(SiteEdit, { id });
  return edit && editOf(edit);
}

const editOf = ({ id, key, oldValue, newValue, editedAt }: SiteEdit): SiteEditAnswer => ({
  ...{ id, key, old: oldValue, new: newValue },
  editedAt: editedAt.toISOString(),
});
