import type { SiteConfig, SiteSettingKey } from './site-config.js';

/** The owner's changes; null is a setting that she wants none of, whatever `site.config.json` has. */
export type SiteChanges = { [Key in SiteSettingKey]?: SiteConfig[Key] | null };

/** The settings that hold: those of `site.config.json`, with the owner's changes of what the file doesn't lock. */
export function withSiteChanges<Config extends Pick<SiteConfig, 'locked'>>(
  config: Config,
  changes: SiteChanges,
): Config {
  const free = Object.entries(changes).filter(([key]) => !isLocked(config, key));
  const all: Record<string, unknown> = { ...config, ...Object.fromEntries(free) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as unknown as Config;
}

/** Whether the operator alone sets this: the file's list `locked` names it. */
export function isLocked({ locked = [] }: Pick<SiteConfig, 'locked'>, key: string): boolean {
  return (locked as string[]).includes(key);
}

/** One setting, as the owner sees it. */
export interface SiteSettingAnswer {
  key: SiteSettingKey;
  /** Null if the site has none. */
  value: unknown;
  /** That of `site.config.json`; null if it has none. */
  default: unknown;
  isLocked: boolean;
}

/** `GET /api/admin/site`. `version` is that of the texts too: pages are rendered from both (`TranslationsStateAnswer`). */
export interface SiteSettingsAnswer {
  version: string;
  settings: SiteSettingAnswer[];
  /** Opens the guide that visitors get, for 24 hours. */
  guideUrl: string;
}

/**
 * `PUT /api/admin/site`: all changes are made, or none. 412 `setting-conflict` if one of the settings isn't `writtenOver` any
 * more, 422 `broken-setting` with the field (`person.name`) if one doesn't match `site.config.schema.json`, 422
 * `locked-setting` if the operator alone sets it. A value that equals the default follows the file from then on.
 */
export interface SiteSettingsBody {
  changes: { key: SiteSettingKey; value: unknown; writtenOver: unknown }[];
}

export interface SiteEditAnswer {
  id: string;
  key: SiteSettingKey;
  old: unknown;
  new: unknown;
  /** ISO instant */
  editedAt: string;
}

/** `GET /api/admin/site/history?cursor=`: newest first, 50 a page; `cursor` requests the next page, null on the last. */
export interface SiteHistoryAnswer {
  edits: SiteEditAnswer[];
  cursor: string | null;
}

/**
 * `<script type="application/json" id="site">` of a prerendered page, present if the owner changed a setting: the changes
 * that it was rendered with, without what visitors don't get (web/src/config/public-settings.ts).
 */
export interface SiteOfPage extends SiteChanges {
  /** Within about how many hours half of the questions of 30 days were answered; absent where the footer doesn't say it. */
  answerHours?: number | undefined;
}
