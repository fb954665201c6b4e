import { TextsState } from '@voordeur/contracts/db';
import type { EntityManager } from 'typeorm';

/** The version of texts that were never edited. */
const builtIn = 'built-in';

export interface LiveTexts {
  version: string;
  texts: { language: string; key: string; value: string }[];
}

/** The changed texts and their version, at one moment. */
export async function readLiveTexts(db: EntityManager): Promise<LiveTexts> {
  const [row]: [{ version: string | null; texts: LiveTexts['texts'] }] = await db.query(
    `select (select version from texts_state) as version, coalesce((select json_agg(t) from
      (select language, key, value from texts) t), '[]') as texts`,
  );
  return { version: row.version ?? builtIn, texts: row.texts };
}

/** The version of the texts, and the one that the admin shows as rendered (null: none). */
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
