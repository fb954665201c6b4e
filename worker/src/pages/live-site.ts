import { medianAnswer, TextsState } from '@voordeur/contracts/db';
import { type SiteChanges, type SiteConfig, withSiteChanges } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';

/** The version of texts and settings that were never changed. */
const builtIn = 'built-in';
/** The start of today in UTC. The time to answer is as of then, so it stays the same whenever pages are rendered. */
const today = `date_trunc('day', now(), 'UTC')`;
/** A median of fewer would say too much about single people. */
const fewestAnswers = 5;
const roundHours = [1, 2, 3, 4, 6, 8, 12];

/** The part of `site.config.json` that says whether pages say the time to answer. */
export type AnswerTimeOfFile = Pick<SiteConfig, 'locked' | 'showsAnswerTime'>;

export interface LiveSite {
  version: string;
  texts: { language: string; key: string; value: string }[];
  site: SiteChanges;
  /** For the footer; undefined where it says nothing about it. */
  answerHours?: number | undefined;
}

/** The changed texts and settings of the site, and their version, at one moment. */
export async function readLiveSite(db: EntityManager, file: AnswerTimeOfFile): Promise<LiveSite> {
  const [row]: [Omit<LiveSite, 'version'> & { version: string | null }] = await db.query(
    `select (select version from texts_state) as version,
      coalesce((select json_agg(t) from (select language, key, value from texts) t), '[]') as texts,
      coalesce((select json_object_agg(key, value) from site_settings), '{}') as site`,
  );
  const { showsAnswerTime } = withSiteChanges(file, row.site);
  const answerHours = showsAnswerTime ? await readAnswerHours(db) : undefined;
  return { ...row, version: row.version ?? builtIn, answerHours };
}

/** Whether the pages say the time to answer, and were rendered on an earlier day. */
export async function isAnswerTimeOld(db: EntityManager, file: AnswerTimeOfFile): Promise<boolean> {
  const [row]: [{ isOld: boolean | null; changes: SiteChanges | null }] = await db.query(
    `select (select rendered_at < ${today} from texts_state) as "isOld",
      (select json_object_agg(key, value) from site_settings where key = 'showsAnswerTime') as changes`,
  );
  return row.isOld === true && withSiteChanges(file, row.changes ?? {}).showsAnswerTime === true;
}

/**
 * Within about how many hours half of the questions of 30 days were answered: rounded up, and from a day on to whole days, so
 * it isn't the time of one answer. Undefined until there are enough answers.
 */
async function readAnswerHours(db: EntityManager): Promise<number | undefined> {
  const [row]: [{ minutes: number | null; answers: number }] = await db.query(medianAnswer(today));
  if (row.minutes === null || row.answers < fewestAnswers) return undefined;
  const hours = row.minutes / 60;
  return roundHours.find((round) => hours <= round) ?? 24 * Math.ceil(hours / 24);
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
