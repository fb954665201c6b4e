import type { NameKind } from '@voordeur/contracts/db';
import { goalBit, goals, suspicions, videoGoals } from '@voordeur/contracts/http';
import { nameId, nameSql } from './names.js';
import { sourceClassSql } from './source-class.js';

/** Two page views further apart belong to two sessions. */
export const longestGap = `interval '30 minutes'`;

/** A longer session loses the pages with the highest ids: a program must not make a row of megabytes. */
const maxPagesBetween = 500;

/** A session's values from its first page view, in the order that decides between two of one millisecond. */
const ofFirstView = ['entry', 'referrer', 'campaign', 'language', 'source', 'country', 'city', 'client'];
const columnsOfViews = [
  ...ofFirstView,
  'visitor',
  'started_at',
  'ended_at',
  'exit',
  'page_views',
  'suspicions',
  'pages_between',
];

/** SQL: a visitor as sessions have it. */
export const asUuid = `encode(visitor, 'hex')::uuid`;

/** SQL: the visitor hashes of the parameter, a `uuid[]`, as the raw tables have them. */
export const visitorsOf = (param: string) =>
  `array(select decode(replace(one::text, '-', ''), 'hex') from unnest(${param}::uuid[]) as one)`;

/** Where the id of each name, the class of the source and the visitor are found. */
const computed = {
  idOf: (kind: NameKind) => nameId(`'${kind}'`, nameSql[kind]),
  source: sourceClassSql,
  visitor: asUuid,
};

const bitOfSuspicion = `(case suspicion ${suspicions.map((name, bit) => `when '${name}' then ${1 << bit}`).join(' ')} else 0 end)::smallint`;

/** SQL: page views by people (of the relation `views`) as pieces of a session. */
export const piecesOfViews = (views: string, { idOf, source, visitor } = computed) => `
  select ${idOf('page')} as entry, ${idOf('referrer')} as referrer, ${idOf('campaign')} as campaign, language,
    ${source} as source, country, ${idOf('city')} as city, ${idOf('client')} as client,
    ${visitor} as visitor, occurred_at as started_at, occurred_at as ended_at, ${idOf('page')} as exit, 1 as page_views,
    ${bitOfSuspicion} as suspicions, null::bigint[] as pages_between, null::timestamptz as kept_at
  from ${views}`;

/** SQL: sessions that are kept, as pieces of longer ones. */
export const piecesOfSessions = (sessions: string) =>
  `select ${columnsOfViews.join(', ')}, started_at as kept_at from ${sessions}`;

/**
 * Common table expressions that end in `merged`: the sessions that the rows of `pieces` are parts of, and the first start
 * of those that were kept (`kept_at`). Merging is associative and commutative: one by one, all at once, or in any order, the
 * same page views give the same sessions.
 */
export function mergedSessions(pieces: string): string {
  const order = ['started_at', ...ofFirstView, 'piece'].join(', ');
  const reverse = ['ended_at', 'exit', ...ofFirstView, 'piece'].map((column) => `${column} desc`).join(', ');
  // The values of the one row that has the flag.
  const asOf = (columns: string[], flag: string) =>
    columns.map((column) => `min(${column}) filter (where ${flag}) as ${column}`).join(', ');
  return `
  numbered as (select *, row_number() over () as piece from (${pieces}) as pieces),
  apart as (
    select *, started_at - max(ended_at) over (partition by visitor order by ${order}
      rows between unbounded preceding and 1 preceding) > ${longestGap} as is_after_gap
    from numbered),
  parts as (
    select *, is_after_gap is not false as is_first,
      count(*) filter (where is_after_gap) over (partition by visitor order by ${order}) as part
    from apart),
  placed as (
    select *, row_number() over (partition by visitor, part order by ${reverse}) = 1 as is_last from parts),
  between_them as (
    select visitor, part, (array_agg(page order by page))[:${maxPagesBetween}] as pages_between
    from (
      -- A piece of one page view is its entry and its exit at once.
      select visitor, part, entry as page from placed where not is_first and (page_views > 1 or not is_last)
      union all select visitor, part, exit from placed where not is_last and page_views > 1
      union all select visitor, part, unnest(pages_between) from placed where pages_between is not null) as pages
    group by visitor, part),
  together as (
    select visitor, part, min(started_at) as started_at, max(ended_at) as ended_at,
      sum(page_views)::int as page_views, bit_or(suspicions) as suspicions,
      ${asOf(ofFirstView, 'is_first')}, ${asOf(['exit'], 'is_last')}, min(kept_at) as kept_at
    from placed group by visitor, part),
  merged as (select * from together left join between_them using (visitor, part))`;
}

/** Columns of a session that the page views alone decide, as `mergedSessions` gives them or `$1`, the zone, adds them. */
const derived: Record<string, string> = {
  ...Object.fromEntries(columnsOfViews.map((column) => [column, `merged.${column}`])),
  day: `(merged.started_at at time zone $1)::date`,
  hour: `extract(hour from merged.started_at at time zone $1)::smallint`,
  texts_at: `(select max(edited_at) from text_edits where edited_at <= merged.started_at)`,
};

export const sessionColumns = Object.keys(derived);
/** SQL: the values of `sessionColumns`, of a row of `merged`. */
export const sessionValues = Object.values(derived);

const bitOfVideo = videoGoals
  .map(({ goal, seconds }) => `case when watched_seconds >= ${seconds} then ${goalBit(goal)} else 0 end`)
  .join(' | ');
const bitOfGoal = `case goal ${goals.map((goal) => `when '${goal}' then ${goalBit(goal)}`).join(' ')} end`;

/** SQL: visitors' extras, from the rows that match `where`. */
export const extrasWhere = (where: string) => `
  select ${asUuid} as visitor, occurred_at, watched_seconds as seconds, ${bitOfVideo} as bits from video_views where ${where}
  union all
  select ${asUuid}, occurred_at, 0, ${bitOfGoal} from reached_goals where ${where}`;

/**
 * Common table expressions that end in `recounted`: the sessions of the page views and extras for which these
 * conditions hold, all of a visitor's or none. An extra belongs to the session that began last before it, else to the
 * first.
 */
export const recountedSessions = (ofViews: string, ofExtras: string) => `
  views as (select * from visits where bot_reason is null and ${ofViews}),
  ${mergedSessions(piecesOfViews('views'))},
  extras as (select *, row_number() over () as extra from (${extrasWhere(ofExtras)}) as extras),
  assigned as (
    select visitor, seconds, bits, coalesce(max(merged.started_at) filter (where merged.started_at <= occurred_at),
      min(merged.started_at)) as started_at
    from extras join merged using (visitor) group by extra, visitor, seconds, bits),
  summed as (
    select visitor, started_at, sum(seconds)::int as video_seconds, bit_or(bits) as goals from assigned group by 1, 2),
  recounted as (
    select ${Object.entries(derived)
      .map(([column, value]) => `${value} as ${column}`)
      .join(', ')},
      coalesce(video_seconds, 0) as video_seconds, coalesce(goals, 0) as goals
    from merged left join summed on summed.visitor = merged.visitor and summed.started_at = merged.started_at)`;

export const allSessionColumns = [...sessionColumns, 'video_seconds', 'goals'];
