import { TextsState } from '@voordeur/contracts/db';
import type { SiteChanges } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';

/** The version of texts and settings that were never changed. */
const builtIn = 'built-in';

export interface LiveSite {
  version: string;
  texts: { language: string; key: string; value: string }[];
  site: SiteChanges;
}

/** The changed texts and settings of the site, and their version, at one moment. */
export async function readLiveSite(db: EntityManager): Promise<LiveSite> {
  const [row]: [Omit<LiveSite, 'version'> & { version: string | null }] = await db.query(
    `select (select version from texts_state) as version,
      coalesce((select json_agg(t) from (select language, key, value from texts) t), '[]') as texts,
      coalesce((select json_object_agg(key, value) from site_settings), '{}') as site`,
  );
  return { ...row, version: row.version ?? builtIn };
}

/** The version of the texts and settings, and the one that the admin shows as rendered (null: none). */
export async function readVersions(db: EntityManager): Promise<{ version: string; rendered: string | null }> {
  const state = await db.findOneBy(TextsState, { only: true });
  return {
    version: state?.version ?? builtIn,
    rendered: state?.renderedAt ? (state.renderedVersion ?? builtIn) : null,
  };
}

export async function recordRendered(db: EntityManager, version: string): Promise<void> {
  const renderedVersion = version === builtIn ? null : version;
  const success = { renderedVersion, renderedAt: () => 'now()', failure: null, failedAt: null, failures: 0 };
  await db.upsert(TextsState, { only: true, ...success }, ['only']);
}

export async function recordRenderFailure(db: EntityManager, reason: string): Promise<void> {
  await db.query(
    `insert into texts_state (failure, failed_at, failures) values ($1, now(), 1)
    on conflict ("only") do update set failure = excluded.failure, failed_at = excluded.failed_at,
      failures = texts_state.failures + 1`,
    // Postgres rejects NUL, which a broken program may print.
    [reason.replaceAll('\0', '')],
  );
}
