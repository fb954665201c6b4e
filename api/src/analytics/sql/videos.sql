-- videos: How was each video watched between two days? A viewer counts once a day; the title is the newest.
-- $1 first day, $2 last day (null: no bound), $3 the seconds to count views by that were watched for as long
with watched as (
  select video_id, max(day) as last_day, sum(views)::float8 as views, sum(watched_seconds)::float8 as watched_seconds,
    sum(viewers)::float8 as viewers
  from videos_by_day
  where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity')
  group by video_id)
select
  watched.video_id as "videoId",
  newest.title,
  watched.views,
  watched.viewers as "uniqueViewers",
  watched.watched_seconds as "totalWatchTime",
  (select array_agg(views order by mark) from (
    select mark, coalesce(sum(n), 0)::float8 as views
    from unnest($3::int[]) as m (mark)
      left join videos_by_day as day on day.video_id = watched.video_id
        and day.day >= coalesce($1::date, '-infinity') and day.day <= coalesce($2::date, 'infinity')
      left join unnest(views_by_second[mark + 1:]) as s (n) on true
    group by mark) as marks) as reached
from watched join videos_by_day as newest on newest.day = watched.last_day and newest.video_id = watched.video_id
order by watched.views desc, watched.video_id;
