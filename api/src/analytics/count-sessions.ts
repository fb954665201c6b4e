import { isSuspected } from '@voordeur/contracts/db';
import { maxPanelRows, type Panel, watchMarks } from '@voordeur/contracts/http';
import type { SelectedSessions } from './filter-sessions.js';

/*
 * The questions about sessions. Their texts differ with the filters, so they aren't prepared: planning takes two
 * milliseconds, and gives each filter the plan that suits it.
 */

/** What is counted of one value of a panel; of an hour, whose value is counted from Monday at 0; or of a day. */
export interface CountedSessions {
  panel: Panel | 'hour' | 'day';
  value: string;
  sessions: number;
  /** Of pages and days alone; what follows is of days alone. */
  pageViews: number;
  visitors: number;
  bounces: number;
  milliseconds: number;
  videoSeconds: number;
  suspected: number;
  /** Values of the panel that come after it. */
  more: number;
}

const keys = 'key, id, campaign, text, language';
const sums = ['sessions', 'views', 'bounces', 'lasted', 'watched', 'suspected', 'visitors'];
const given = (some: Record<string, string>) => sums.map((name) => some[name] ?? 'null::bigint').join(', ');

/**
 * SQL: everything but videos. Sessions are counted by a few sets of columns, because columns that have few combinations
 * cost less in one set than in two, and by panel afterwards.
 */
export function countedSessions({ parts, cutDays, matches }: SelectedSessions): string {
  const isCut = `day = any('{${cutDays.map(({ day }) => day).join(',')}}')`;
  const counts = parts
    // The filters first: Postgres checks in this order, and most rows of a part are in its time.
    .map((part) => countPart(`${matches} and ${part}`, `not ${isCut}`));
  const panel = (name: Panel, key: string, { id = 'null::bigint', value = 'null' }) => `
      select '${name}', ${id}, ${value}, sum(sessions), null from counted where key = '${key}' group by 2, 3`;
  const ofClient = (name: Panel, place: number) => `
      select '${name}', null, coalesce(parts[${place}], ''), sum(sessions), null from clients group by 3`;
  return `-- session-figures: How many of these sessions have each page, source, country and client, or are of each day and hour?
    with counted as materialized (
      select ${keys}, ${sums.map((name) => `sum(${name}) as ${name}`).join(', ')}
      from (${counts.join(' union all ')}) as parts (${keys}, ${sums.join(', ')})
      group by ${keys}),
    -- A visitor may have been there on both sides of the cut.
    on_cut_days as materialized (
      select day::text as text, count(distinct visitor) as visitors from sessions
      where ${matches} and ${isCut} and (${cutDays.map(({ began }) => began).join(' or ') || 'false'}) group by day),
    clients as (
      select sessions, string_to_array(name, E'\\n') as parts
      from (select id, sum(sessions) as sessions from counted where key = 'client' group by id) as counted
      left join names using (id)),
    found (panel, id, value, sessions, views) as (
      select 'page', id, null, sum(sessions) filter (where key <> 'exit' or text = '2'),
        sum(case when key = 'between' then views when key = 'entry' or text <> '0' then sessions end)
      from counted where key in ('entry', 'exit', 'between') group by id
      union all ${panel('entry', 'entry', { id: 'id' })}
      union all ${panel('exit', 'exit', { id: 'id' })}
      union all ${panel('referrer', 'source', { id: 'id' })}
      union all ${panel('campaign', 'source', { id: 'campaign' })}
      union all ${panel('source', 'source', { value: 'text' })}
      union all ${panel('country', 'client', { value: `replace(text, 'ZZ', '')` })}
      union all ${panel('language', 'client', { value: 'language' })}
      union all ${ofClient('device', 1)}
      union all ${ofClient('browser', 2)}
      union all ${ofClient('system', 3)}),
    ranked as (
      select *, count(*) over (partition by panel) as values,
        row_number() over (partition by panel order by coalesce(views, sessions) desc, sessions desc, id, value) as rank
      from found)
    select panel, coalesce(value, name, '') as value, sessions::float8, views::float8 as "pageViews",
      null::float8 as visitors, null::float8 as bounces, null::float8 as milliseconds, null::float8 as "videoSeconds",
      null::float8 as suspected, (values - rank)::float8 as more, rank
    from ranked left join names on names.id = ranked.id where rank <= ${maxPanelRows}
    union all select 'hour', ((extract(isodow from text::date) - 1) * 24 + id)::text, sum(sessions)::float8,
      null, null, null, null, null, null, 0, 0
    from counted where key = 'hour' group by 2
    union all select 'day', text, sum(sessions)::float8, sum(views)::float8, sum(visitors)::float8, sum(bounces)::float8,
      sum(lasted)::float8, sum(watched)::float8, sum(suspected)::float8, 0, 0
    from (select text, ${sums.join(', ')} from counted where key in ('hour', 'visitors')
      union all select text, ${given({ visitors: 'visitors' })} from on_cut_days) as days group by text
    order by panel, rank`;
}

/**
 * Everything of a part from one scan, because reading a month's rows costs more than keeping a tenth of them. Pages between
 * are in order in each session, so the same ones lie side by side.
 */
const countPart = (where: string, isWholeDay: string) => `
  (with selected as materialized (
    select visitor, entry, exit, referrer, campaign, client, day, page_views, video_seconds, hour, source, country, language,
      pages_between, (date_part('epoch', ended_at - started_at) * 1000)::int as lasted, ${isSuspected} as is_suspected,
      case when page_views = 1 then 0 when exit = entry then 1 else 2 end as way
    from sessions where ${where})
  select case when grouping(entry) = 0 then 'entry' when grouping(exit) = 0 then 'exit'
      when grouping(source) = 0 then 'source' else 'client' end,
    coalesce(entry, exit, referrer, client), campaign, coalesce(way::text, source::text, country), language,
    ${given({ sessions: 'count(*)' })}
  from selected
  group by grouping sets ((entry), (exit, way), (referrer, campaign, source), (client, country, language))
  union all
  select 'hour', hour, null, day::text, null, count(*), sum(page_views), count(*) filter (where page_views = 1), sum(lasted),
    sum(video_seconds), count(*) filter (where is_suspected), null
  from selected group by day, hour
  union all
  select 'between', page, null, null, null, ${given({
    sessions: `count(*) filter (where page <> entry and page <> exit and page is distinct from previous)`,
    views: 'count(*)',
  })}
  from (
    select entry, exit, unnest(pages_between) as page, unnest(null::bigint || pages_between) as previous
    from selected where pages_between is not null) as pages
  where page is not null group by page
  union all
  select 'visitors', null, null, day::text, null, ${given({ visitors: 'count(distinct visitor)' })}
  from selected where ${isWholeDay} group by day)`;

/**
 * SQL: how videos were watched. A view is of the session that began last before it, else of its visitor's first: always one
 * with seconds watched.
 */
export function countedVideos({ parts, around, matches }: SelectedSessions): string {
  const watchingIn = (part: string, isSelected: string) => `
      select visitor, started_at, day, ${isSelected} as is_selected from sessions where video_seconds > 0 and ${part}`;
  // Theirs of the days around the range may be the ones that a view is of.
  const watching = [
    ...parts.map((part) => watchingIn(part, `(${matches}) is true`)),
    ...around.map((part) => watchingIn(part, 'false')),
  ];
  return `-- session-videos: How were videos watched in these sessions?
    with watching as materialized (${watching.join(' union all ')}),
    visitors as (
      select visitor, count(*) as sessions, min(day) as day from watching group by visitor having bool_or(is_selected)),
    views as (
      select day, visitors.visitor, video_id, occurred_at, watched_seconds
      from visitors join video_views on video_views.visitor = uuid_send(visitors.visitor)
      where sessions = 1
      union all
      select day, visitor, video_id, occurred_at, watched_seconds from (
        select distinct on (view_id, video_id) watching.*, video_id, occurred_at, watched_seconds
        from visitors join watching using (visitor) join video_views on video_views.visitor = uuid_send(watching.visitor)
        where sessions > 1
        order by view_id, video_id, started_at > occurred_at,
          greatest(started_at - occurred_at, occurred_at - started_at)) as of_several
      where is_selected),
    by_viewer as (
      select video_id, max(occurred_at) as last_at, count(*) as views, sum(watched_seconds) as seconds,
        ${watchMarks.map((mark) => `count(*) filter (where watched_seconds >= ${mark}) as reached_${mark}`).join(', ')}
      from views group by video_id, day, visitor)
    select video_id as "videoId",
      (select video_title from video_views where occurred_at = max(last_at) and video_id = by_viewer.video_id
        order by id desc limit 1) as title,
      sum(views)::float8 as views, count(*)::float8 as "uniqueViewers", sum(seconds)::float8 as "totalWatchTime",
      array[${watchMarks.map((mark) => `sum(reached_${mark})`).join(', ')}]::float8[] as reached
    from by_viewer group by video_id order by views desc, video_id`;
}
