-- How was each video watched between two days? A viewer counts once a day.
-- $1 first day, $2 last day (null: no bound)
with viewers as (
  select video_id, sum(viewers) as viewers from viewers_by_day
  where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity') group by video_id)
select
  video_id,
  (array_agg(video_title order by day desc))[1] as title,
  sum(views)::float8 as views,
  coalesce(max(viewers.viewers), 0)::float8 as unique_viewers,
  sum(watched_seconds)::float8 as watched_seconds,
  array[sum(reached_10), sum(reached_30), sum(reached_60), sum(reached_120), sum(reached_300)]::float8[] as reached
from video_views_by_day left join viewers using (video_id)
where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity')
group by video_id having sum(views) > 0 order by views desc, video_id;
