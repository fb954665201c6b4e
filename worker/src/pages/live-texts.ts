import type { EntityManager } from 'typeorm';

/** What a version is called where no text was ever edited. */
const builtIn = 'built-in';

export interface LiveTexts {
  version: string;
  texts: { language: string; key: string; value: string }[];
}

/** The changed texts and the version that they are, at one moment. */
export async function readLiveTexts(db: EntityManager): Promise<LiveTexts> {
  const [row]: [{ version: string | null; texts: LiveTexts['texts'] }] = await db.query(
    `select (select version from texts_state) as version, coalesce((select json_agg(t) from
      (select language, key, value from texts) t), '[]') as texts`,
  );
  return { version: row.version ?? builtIn, texts: row.texts };
}

/** The version that texts have, and the one that the admin shows as being in the pages (null: none). */
export async function readVersions(db: EntityManager): Promise<{ version: string; rendered: string | null }> {
  const rows: { version: string | null; rendered_version: string | null; rendered_at: Date | null }[] =
    await db.query('select version, rendered_version, rendered_at from texts_state');
  const [state] = rows;
  return {
    version: state?.version ?? builtIn,
    rendered: state?.rendered_at ? (state.rendered_version ?? builtIn) : null,
  };
}

export async function recordRendered(db: EntityManager, version: string): Promise<void> {
  await db.query(
    `insert into texts_state (rendered_version, rendered_at) values ($1, now())
    on conflict ("only") do update set rendered_version = excluded.rendered_version, rendered_at = excluded.rendered_at,
      failure = null, failed_at = null, failures = 0`,
    [version === builtIn ? null : version],
  );
}

export async function recordRenderFailure(db: EntityManager, reason: string): Promise<void> {
  await db.query(
    `insert into texts_state (failure, failed_at, failures) values ($1, now(), 1)
    on conflict ("only") do update set failure = excluded.failure, failed_at = excluded.failed_at,
      failures = texts_state.failures + 1`,
    // Postgres refuses a NUL, which a broken program may say.
    [reason.replaceAll('\0', '')],
  );
}
