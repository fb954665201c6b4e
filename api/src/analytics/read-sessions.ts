import {
  type Comparison,
  type Days,
  type Filter,
  type HoursOfWeek,
  maxPanelRows,
  type Panel,
  type PanelRow,
  panels,
  type PanelRows,
  type RangeName,
  type SessionAnalytics,
  type SessionDay,
  type SessionTotals,
  sourceClasses,
  watchMarks,
} from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import type { DataSource } from 'typeorm';
import { isSuspected, selectSessions, type SelectedSessions } from './filter-sessions.js';
import { inSnapshot, resolveAll, type Snapshot } from './query.js';
import { comparedDays } from './range-days.js';
import { readDaysOf } from './read-range.js';
import { describeVideos, hoursOfWeek, type VideoRow } from './read-stats.js';

/**
 * The figures of the sessions that began in a named range as of `now`, or in the given days, in days of `timeZone`, and for
 * which all filters hold; in one snapshot.
 */
export async function readSessions(
  db: DataSource,
  range: RangeName | Days,
  filters: Filter[],
  now: Date,
  timeZone: string,
  comparison: Comparison = 'before',
): Promise<SessionAnalytics> {
  return inSnapshot(db, async (snapshot) => {
    const { days, known } = await readDaysOf(snapshot, range, now, timeZone);
    const selected = await selectSessions(snapshot, filters, days, timeZone);
    const { inDays, ...rest } = await resolveAll({
      panels: readPanels(snapshot, selected),
      inDays: readDays(snapshot, selected, days),
      hoursOfWeek: readHours(snapshot, selected),
      videoStats: readVideos(snapshot, selected),
    });
    return {
      ...days,
      before: comparedDays(days, comparison, known),
      ...inDays,
      ...rest,
      asOf: now.toISOString(),
    };
  });
}

const sumNames = [
  'sessions',
  'visitors',
  'pageViews',
  'bounces',
  'seconds',
  'videoSeconds',
  'suspected',
] as const;

async function readDays(
  snapshot: Snapshot,
  { where, values }: SelectedSessions,
  { from, to }: Days,
): Promise<{ totals: SessionTotals; dailyStats: SessionDay[] }> {
  const { rows } = await snapshot.query<SessionTotals & { day: string }>({
    text: `-- session-days: How many sessions began on each day, by how many visitors, and what were they like?
      with of_visitors as (
        select day, count(*) as sessions, sum(page_views) as views, count(*) filter (where page_views = 1) as bounces,
          sum(ended_at - started_at) as lasted, sum(video_seconds) as watched,
          count(*) filter (where ${isSuspected}) as suspected
        from sessions where ${where} group by day, visitor)
      select to_char(day, 'YYYY-MM-DD') as day, sum(sessions)::float8 as sessions, count(*)::float8 as visitors,
        sum(views)::float8 as "pageViews", sum(bounces)::float8 as bounces,
        extract(epoch from sum(lasted))::float8 as seconds, sum(watched)::float8 as "videoSeconds",
        sum(suspected)::float8 as suspected
      from of_visitors group by day`,
    values,
  });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const total = (name: (typeof sumNames)[number]) => rows.reduce((sum, row) => sum + row[name], 0);
  const totals = Object.fromEntries(sumNames.map((name) => [name, total(name)])) as unknown as SessionTotals;
  return {
    totals: { ...totals, seconds: Math.round(totals.seconds) },
    dailyStats: daysBetween(from, to).map((day) => {
      const { sessions = 0, visitors = 0, pageViews = 0 } = byDay.get(day) ?? {};
      return { day, sessions, visitors, pageViews };
    }),
  };
}

function daysBetween(from: string, to: string): string[] {
  const start = DateTime.fromISO(from, { zone: 'utc' });
  const count = DateTime.fromISO(to, { zone: 'utc' }).diff(start, 'days').days + 1;
  return Array.from({ length: count }, (_, days) => start.plus({ days }).toFormat('yyyy-MM-dd'));
}

async function readHours(snapshot: Snapshot, { where, values }: SelectedSessions): Promise<HoursOfWeek> {
  const { rows } = await snapshot.query<{ weekday: number; hour: number; count: number }>({
    text: `-- session-hours: How many sessions began in each hour of the week?
      select extract(isodow from day)::int as weekday, hour, sum(sessions)::float8 as count
      from (select day, hour, count(*) as sessions from sessions where ${where} group by 1, 2) as hours group by 1, 2`,
    values,
  });
  return hoursOfWeek(rows);
}

/** What sessions are counted by, all in one scan: the columns of each grouping set, which is called after its first one. */
const groupings = [
  ['entry', 'exit', 'is_bounce'],
  ...[['referrer'], ['campaign'], ['source'], ['country'], ['language'], ['client']],
];

async function readPanels(
  snapshot: Snapshot,
  { where, values }: SelectedSessions,
): Promise<Record<Panel, PanelRows>> {
  const { rows } = await snapshot.query<PanelRow & { panel: Panel; more: number }>({
    text: `-- session-panels: How many of these sessions have each page, source, country and client?
      with selected as (select *, page_views = 1 as is_bounce from sessions where ${where}),
      counted as materialized (
        select entry, exit, is_bounce, referrer, campaign, source, country, language, client,
          case ${groupings.map(([name]) => `when grouping(${name}) = 0 then '${name}'`).join(' ')} end as by,
          count(*) as sessions
        from selected group by grouping sets (${groupings.map((columns) => `(${columns.join(', ')})`).join(', ')})),
      between_them as (
        select page, count(*) as views, count(*) filter (where page <> entry and page <> exit
          and (place = 1 or page <> pages_between[place - 1])) as sessions
        from selected cross join unnest(pages_between) with ordinality as one (page, place) group by 1),
      clients as (select sessions, string_to_array(name, E'\\n') as parts from counted left join names on id = client where by = 'client'),
      found (panel, id, value, sessions, views) as (
        select 'page', page, null, sum(sessions), sum(views) from (
          select entry as page, sessions, sessions as views from counted where by = 'entry'
          union all select exit, case when exit <> entry then sessions else 0 end, case when is_bounce then 0 else sessions end
            from counted where by = 'entry'
          union all select page, sessions, views from between_them) as pages group by page
        union all select 'entry', entry, null, sum(sessions), null from counted where by = 'entry' group by entry
        union all select 'exit', exit, null, sum(sessions), null from counted where by = 'entry' group by exit
        union all select 'referrer', referrer, null, sessions, null from counted where by = 'referrer'
        union all select 'campaign', campaign, null, sessions, null from counted where by = 'campaign'
        union all select 'source', null, source::text, sessions, null from counted where by = 'source'
        union all select 'country', null, replace(country, 'ZZ', ''), sessions, null from counted where by = 'country'
        union all select 'language', null, language, sessions, null from counted where by = 'language'
        union all select 'device', null, parts[1], sum(sessions), null from clients group by 3
        union all select 'browser', null, parts[2], sum(sessions), null from clients group by 3
        union all select 'system', null, parts[3], sum(sessions), null from clients group by 3),
      ranked as (
        select *, row_number() over (partition by panel order by coalesce(views, sessions) desc, sessions desc, id, value) as rank,
          count(*) over (partition by panel) as values
        from found)
      select panel, coalesce(value, name, '') as value, sessions::float8, views::float8 as "pageViews",
        (values - rank)::float8 as more
      from ranked left join names on names.id = ranked.id where rank <= ${maxPanelRows} order by panel, rank`,
    values,
  });
  const found = Object.fromEntries(
    panels.map((panel) => [panel, { rows: [], more: 0 }]),
  ) as unknown as Record<Panel, PanelRows>;
  for (const { panel, value, sessions, pageViews, more } of rows) {
    const name = panel === 'source' ? (sourceClasses[Number(value)] ?? value) : value;
    found[panel].rows.push({ value: name, sessions, ...(panel === 'page' && { pageViews }) });
    found[panel].more = more;
  }
  return found;
}

const reachedMarks = watchMarks.map((seconds) => `count(*) filter (where watched_seconds >= ${seconds})`);

async function readVideos(snapshot: Snapshot, { where, values }: SelectedSessions) {
  const { rows } = await snapshot.query<VideoRow>({
    text: `-- session-videos: How were videos watched in these sessions?
      -- A view is of the session that began last before it, else of its visitor's first: one with seconds watched.
      with watching as (
        select visitor, started_at, day, ${where} as is_selected from sessions where video_seconds > 0
          and visitor in (select visitor from sessions where video_seconds > 0 and ${where})),
      watched as (
        select distinct on (video_views.view_id, video_views.video_id) video_views.*, day, is_selected
        from watching join video_views on video_views.visitor = decode(replace(watching.visitor::text, '-', ''), 'hex')
        order by video_views.view_id, video_views.video_id, started_at > occurred_at,
          abs(extract(epoch from occurred_at - started_at)))
      select video_id as "videoId", (array_agg(video_title order by occurred_at desc, id desc))[1] as title,
        count(*)::float8 as views, count(distinct (day, visitor))::float8 as "uniqueViewers",
        sum(watched_seconds)::float8 as "totalWatchTime",
        array[${reachedMarks.join(', ')}]::float8[] as reached
      from watched where is_selected group by video_id order by views desc, video_id`,
    values,
  });
  return describeVideos(rows);
}
