import type { DataSource } from 'typeorm';
import { readSessions, recountSessions } from './recount-sessions.js';

const local = `occurred_at at time zone $1`;
const people = 'from visits where bot_reason is null';

/** Each rollup with a recount of the raw rows, in SQL written for this alone. `$1` is the zone. */
const recounts: [rollup: string, recount: string][] = [
  [
    `select hour::text, people, bots from visits_by_hour order by 1`,
    `select date_trunc('hour', ${local})::text as hour, count(*) filter (where bot_reason is null)::int as people,
      count(*) filter (where bot_reason is not null)::int as bots from visits group by 1 order by 1`,
  ],
  [
    `select day::text, people, bots from visits_by_day order by 1`,
    `select (${local})::date::text as day, sum((bot_reason is null)::int)::int as people,
      sum((bot_reason is not null)::int)::int as bots from visits group by 1 order by 1`,
  ],
  [
    `select day::text, visitors from visitors_by_day order by 1`,
    `select (${local})::date::text as day, count(distinct visitor)::int as visitors ${people} group by 1 order by 1`,
  ],
  [
    `select day::text, page, people, last_seen_at from visits_by_day_page order by 1, page_key`,
    `select (${local})::date::text as day, regexp_replace(page, '\\?.*', '') as page, count(*)::int as people,
      max(occurred_at) as last_seen_at ${people} group by 1, 2 order by 1, md5(regexp_replace(page, '\\?.*', ''))::uuid`,
  ],
  [
    `select month::text, page, people, last_seen_at from visits_by_month_page order by 1, page_key`,
    `select to_char(${local}, 'YYYY-MM-01') as month, regexp_replace(page, '\\?.*', '') as page, count(*)::int as people,
      max(occurred_at) as last_seen_at ${people} group by 1, 2 order by 1, md5(regexp_replace(page, '\\?.*', ''))::uuid`,
  ],
  [
    `select day::text, country, people from visits_by_day_country order by 1, 2`,
    `select (${local})::date::text as day, country, count(*)::int as people ${people} group by 1, 2 order by 1, 2`,
  ],
  [
    `select month::text, country, people from visits_by_month_country order by 1, 2`,
    `select to_char(${local}, 'YYYY-MM-01') as month, country, count(*)::int as people ${people} group by 1, 2 order by 1, 2`,
  ],
  [
    `select day::text, referrer_host, people from visits_by_day_referrer order by 1, 2`,
    `select (${local})::date::text as day, referrer_host, count(*)::int as people ${people}
      and referrer_host is not null group by 1, 2 order by 1, 2`,
  ],
  [
    `select day::text, utm_source, utm_medium, utm_campaign, people from visits_by_day_campaign order by 1, 2, 3, 4`,
    `select (${local})::date::text as day, coalesce(utm_source, '') as utm_source, coalesce(utm_medium, '') as utm_medium,
      coalesce(utm_campaign, '') as utm_campaign, count(*)::int as people ${people}
      and not (utm_source is null and utm_medium is null and utm_campaign is null)
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  ],
  [
    `select day::text, bot_class, bot_reason, bots from visits_by_day_bot order by 1, 2, 3`,
    `select (${local})::date::text as day, bot_class, bot_reason, count(*)::int as bots from visits
      where bot_reason is not null group by 1, 2, 3 order by 1, 2, 3`,
  ],
  [
    `select day::text, video_id, views, watched_seconds::int, reached_10, reached_30, reached_60, reached_120, reached_300
      from video_views_by_day order by 1, 2`,
    `select (${local})::date::text as day, video_id, count(*)::int as views, sum(watched_seconds)::int as watched_seconds,
      sum((watched_seconds >= 10)::int)::int as reached_10, sum((watched_seconds >= 30)::int)::int as reached_30,
      sum((watched_seconds >= 60)::int)::int as reached_60, sum((watched_seconds >= 120)::int)::int as reached_120,
      sum((watched_seconds >= 300)::int)::int as reached_300
      from video_views group by 1, 2 order by 1, 2`,
  ],
  [
    // Seconds that all their views have left are deleted by night.
    `select day::text, video_id, seconds, views from video_views_by_day_second where views <> 0 order by 1, 2, 3`,
    `select (${local})::date::text as day, video_id, case when watched_seconds > 3600 then 3600 else watched_seconds end as seconds,
      count(*)::int as views from video_views group by 1, 2, 3 order by 1, 2, 3`,
  ],
  [
    `select day::text, video_id, viewers from viewers_by_day order by 1, 2`,
    `select (${local})::date::text as day, video_id, count(distinct visitor)::int as viewers
      from video_views group by 1, 2 order by 1, 2`,
  ],
];

/** Both readings of every rollup, for an `expect(kept).toEqual(recounted)`. */
export async function recountRollups(db: DataSource, timeZone = 'Europe/Amsterdam') {
  const kept: Record<string, unknown[]> = {};
  const recounted: Record<string, unknown[]> = {};
  await Promise.all(
    recounts.map(async ([rollup, recount]) => {
      const table = /from (\w+)/.exec(rollup)?.[1] ?? rollup;
      kept[table] = await db.query(rollup);
      // A comparison with nothing of the zone in it takes no parameter, so each has one.
      recounted[table] = await db.query(recount, [timeZone]);
    }),
  );
  kept['sessions'] = await readSessions(db);
  recounted['sessions'] = await recountSessions(db, timeZone);
  return { kept, recounted };
}
