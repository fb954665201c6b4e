-- videos: How was each video watched between two days? A viewer counts once a day; the title is the newest.
-- $1 first day, $2 last day (null: no bound)
with watched as (
  select video_id, max(day) as last_day, sum(views) as views, sum(watched_seconds)::float8 as watched_seconds,
    array[sum(reached_10), sum(reached_30), sum(reached_60), sum(reached_120), sum(reached_300)]::float8[] as reached
  from video_views_by_day
  where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity')
  group by video_id having sum(views) > 0),
viewers as (
  select video_id, sum(viewers)::float8 as viewers from viewers_by_day
  where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity') group by video_id)
select
  watched.video_id as "videoId",
  newest.video_title as title,
  watched.views::float8,
  coalesce(viewers.viewers, 0) as "uniqueViewers",
  watched.watched_seconds as "totalWatchTime",
  watched.reached
from watched
  join video_views_by_day as newest on newest.day = watched.last_day and newest.video_id = watched.video_id
  left join viewers on viewers.video_id = watched.video_id
order by watched.views desc, watched.video_id;
