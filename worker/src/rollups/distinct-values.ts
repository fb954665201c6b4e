import { introVideoIds, otherValues, sitePaths } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { SiteDays } from '../platform/site-days.js';
import { type NamedView, nameTextsOf } from '../sessions/names.js';
import { isKnownReferrer, isKnownSource } from '../sessions/source-class.js';

/** A day's figures stay for good and strangers choose their texts, so there is an end to how many of each kind a day has. */
const mostADay = 2_000;

/** Texts that figures are kept by. */
interface Dimension<Row> {
  /** Has a row for each value of each day. */
  table: string;
  /** Its columns, each with its part of a `value`. */
  columns: Record<string, string>;
  valueOf: (row: Row) => string | null;
  /** Few, and never cut: nobody can keep them out of a day's figures by filling them up. */
  isKnown: (value: string) => boolean;
  /** The row's columns where its value is one too many. */
  cut: Partial<Row>;
}

interface Dated {
  id: string;
  occurredAt: string;
}
interface ViewedPage extends Dated, NamedView {
  /** Null for people. Bots' texts are in no figures. */
  bot: object | null;
}
interface ViewedVideo extends Dated {
  videoId: string;
  videoTitle: string;
}

const sitePages = new Set(sitePaths);
const campaignPart = (number: number) => `split_part(value, E'\\n', ${number})`;

const dimensionsOfVisits: Dimension<ViewedPage>[] = [
  {
    table: 'visits_by_day_page',
    columns: { page_key: 'md5(value)::uuid' },
    valueOf: (visit) => nameTextsOf(visit).page,
    isKnown: (page) => sitePages.has(page),
    cut: { page: otherValues },
  },
  {
    table: 'visits_by_day_referrer',
    columns: { referrer_host: 'value' },
    valueOf: (visit) => visit.referrerHost,
    isKnown: isKnownReferrer,
    cut: { referrerHost: otherValues },
  },
  {
    table: 'visits_by_day_campaign',
    columns: { utm_source: campaignPart(1), utm_medium: campaignPart(2), utm_campaign: campaignPart(3) },
    valueOf: (visit) => nameTextsOf(visit).campaign,
    isKnown: (campaign) => isKnownSource(campaign.trimEnd()),
    cut: { campaign: { source: otherValues, medium: null, campaign: null } },
  },
];

const dimensionOfVideos = (videoIds: string[]): Dimension<ViewedVideo> => {
  const known = new Set<string>([...introVideoIds, ...videoIds]);
  return {
    table: 'video_views_by_day',
    columns: { video_id: 'value' },
    valueOf: (view) => view.videoId,
    isKnown: (id) => known.has(id),
    cut: { videoId: otherValues, videoTitle: otherValues },
  };
};

/**
 * Page views with `(other)` for each page, referrer and campaign that's one too many for its day. It is stored so, and
 * whatever counts the rows, then or later, finds the same. The first to be stored stay, of one batch those with the lowest
 * ids.
 */
export async function cutVisits<Row extends ViewedPage>(
  tx: EntityManager,
  visits: Row[],
  days: SiteDays,
): Promise<Row[]> {
  let cut = visits;
  for (const { valueOf, ...dimension } of dimensionsOfVisits) {
    const valueOfPerson = (visit: ViewedPage) => (visit.bot ? null : valueOf(visit));
    cut = await cutValues(tx, cut, { ...dimension, valueOf: valueOfPerson }, days);
  }
  return cut;
}

/** The same of the videos of video views; `videoIds` are the site's. */
export function cutVideoViews<Row extends ViewedVideo>(
  tx: EntityManager,
  views: Row[],
  { days, videoIds }: { days: SiteDays; videoIds: string[] },
): Promise<Row[]> {
  return cutValues(tx, views, dimensionOfVideos(videoIds), days);
}

async function cutValues<Row extends Base, Base extends Dated>(
  tx: EntityManager,
  rows: Row[],
  { table, columns, valueOf, isKnown, cut }: Dimension<Base>,
  days: SiteDays,
): Promise<Row[]> {
  const given = new Map<string, { day: string; value: string }>();
  const keyOf = (row: Row): string | null => {
    const value = valueOf(row);
    if (value === null || isKnown(value)) return null;
    const day = days.dayOf(Date.parse(row.occurredAt));
    const key = `${day} ${value}`;
    if (!given.has(key)) given.set(key, { day, value });
    return key;
  };
  const keys = new Map([...rows].sort((a, b) => (a.id < b.id ? -1 : 1)).map((row) => [row, keyOf(row)]));
  if (given.size === 0) return rows;

  const isValue = Object.entries(columns).map(([column, value]) => `kept.${column} = ${value}`);
  const values = [...given.values()];
  const look = async () => {
    const found = await tx.query<{ day: string; value: string | null; count: number }[]>(
      `with given as (select * from unnest($1::date[], $2::text[]) as one (day, value))
      select day::text, value, 1 as count from given
      where exists (select from ${table} as kept where kept.day = given.day and ${isValue.join(' and ')})
      union all
      select day::text, null, count(*)::int from ${table} where day = any($1::date[]) group by day`,
      [values.map(({ day }) => day), values.map(({ value }) => value)],
    );
    const room = new Map(values.map(({ day }) => [day, mostADay]));
    for (const { day, value, count } of found) if (value === null) room.set(day, mostADay - count);
    const isKept = new Set(found.flatMap(({ day, value }) => (value === null ? [] : `${day} ${value}`)));
    return { room, missing: [...given].filter(([key]) => !isKept.has(key)) };
  };

  let { room, missing } = await look();
  if (missing.some(([, { day }]) => (room.get(day) ?? 0) > 0)) {
    // Two batches must not both take a day's last place. Taken before all other locks but erasures', so none waits in a circle.
    await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/distinct-values'))`);
    ({ room, missing } = await look());
  }
  const tooMany = new Set<string>();
  for (const [key, { day }] of missing) {
    const places = room.get(day) ?? 0;
    if (places > 0) room.set(day, places - 1);
    else tooMany.add(key);
  }
  if (tooMany.size === 0) return rows;
  return rows.map((row) => (tooMany.has(keys.get(row) ?? '') ? { ...row, ...cut } : row));
}
