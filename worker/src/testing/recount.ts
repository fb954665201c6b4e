import type { DataSource } from 'typeorm';
import { buildChangedDays } from '../days/build-days.js';
import { readSessions, recountSessions } from './recount-sessions.js';

const local = `occurred_at at time zone $1`;
const people = 'from visits where bot_reason is null';

const pathOf = `regexp_replace(page, '\\?.*', '')`;
const dayOf = `(${local})::date::text`;
/** The values of one dimension, by day. */
const kept = (dimension: string) =>
  `select day::text, value, views from values_by_day where dimension = '${dimension}' order by 1, 2`;
const counted = (value: string, where = 'bot_reason is null') =>
  `select ${dayOf} as day, ${value} as value, count(*)::int as views from visits where ${where} group by 1, 2 order by 1, 2`;

/** Each figure of the days with a recount of the raw rows, in SQL written for this alone. `$1` is the zone. */
const recounts: [figure: string, recount: string][] = [
  [
    `select day::text, people, bots, visitors from days order by 1`,
    `select ${dayOf} as day, sum((bot_reason is null)::int)::int as people, sum((bot_reason is not null)::int)::int as bots,
      count(distinct visitor)::int as visitors from visits group by 1 order by 1`,
  ],
  [
    `select day::text, (place - 1)::int as hour, n as people from days, unnest(people_by_hour) with ordinality as h (n, place)
      where n > 0 order by 1, 2`,
    `select ${dayOf} as day, to_char(${local}, 'HH24')::int as hour, count(*)::int as people ${people} group by 1, 2 order by 1, 2`,
  ],
  [kept('page'), counted(pathOf)],
  [kept('country'), counted('country')],
  [kept('referrer'), counted('referrer_host', 'bot_reason is null and referrer_host is not null')],
  [
    kept('campaign'),
    counted(
      `coalesce(utm_source, '') || chr(10) || coalesce(utm_medium, '') || chr(10) || coalesce(utm_campaign, '')`,
      'bot_reason is null and not (utm_source is null and utm_medium is null and utm_campaign is null)',
    ),
  ],
  [kept('bot'), counted(`bot_class || chr(10) || bot_reason`, 'bot_reason is not null')],
  [
    `select day::text, value as page, last_seen_at from values_by_day where dimension = 'page' order by 1, 2`,
    `select ${dayOf} as day, ${pathOf} as page, max(occurred_at) as last_seen_at ${people} group by 1, 2 order by 1, 2`,
  ],
  [
    `select dimension, month::text, value, views, last_seen_at from values_by_month order by 1, 2, 3`,
    `select dimension, to_char(day, 'YYYY-MM-01') as month, value, sum(views)::int as views, max(last_seen_at) as last_seen_at
      from values_by_day where $1::text is not null group by 1, 2, 3 order by 1, 2, 3`,
  ],
  [
    `select day::text, video_id, viewers, watched_seconds::int, views
      from videos_by_day order by 1, 2`,
    `select ${dayOf} as day, video_id, count(distinct visitor)::int as viewers, sum(watched_seconds)::int as watched_seconds,
      count(*)::int as views from video_views group by 1, 2 order by 1, 2`,
  ],
  [
    `select day::text, video_id, (place - 1)::int as seconds, n as views from videos_by_day,
      unnest(views_by_second) with ordinality as s (n, place) where n > 0 order by 1, 2, 3`,
    `select ${dayOf} as day, video_id, case when watched_seconds > 3600 then 3600 else watched_seconds end as seconds,
      count(*)::int as views from video_views group by 1, 2, 3 order by 1, 2, 3`,
  ],
];

/** Both readings of every figure, once all days are built, for an `expect(kept).toEqual(recounted)`. */
export async function recountDays(db: DataSource, timeZone = 'Europe/Amsterdam') {
  await buildAll(db, timeZone);
  const kept: unknown[] = [];
  const recounted: unknown[] = [];
  for (const [figure, recount] of recounts) {
    kept.push(await db.query(figure));
    recounted.push(await db.query(recount, [timeZone]));
  }
  kept.push(await readSessions(db));
  recounted.push((await recountSessions(db, timeZone)).map(({ start: _, hash: __, ...session }) => session));
  return { kept, recounted };
}

/** Builds every day that has changed. */
export async function buildAll(db: DataSource, timeZone = 'Europe/Amsterdam'): Promise<void> {
  await buildChangedDays(db, { timeZone, videoIds: ['video-1'], casesOfFile: {} }, { atOnce: true });
}
