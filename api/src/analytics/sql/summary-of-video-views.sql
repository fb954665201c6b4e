-- How many video views were there: ever, today, this week (from Monday), this month?
-- $1 now, $2 the site's time zone
with today as (select ($1::timestamptz at time zone $2)::date as day)
select
  coalesce(sum(views), 0)::float8 as total,
  coalesce(sum(views) filter (where views.day = today.day), 0)::float8 as today,
  coalesce(sum(views) filter (where date_trunc('week', views.day) = date_trunc('week', today.day)), 0)::float8 as this_week,
  coalesce(sum(views) filter (where date_trunc('month', views.day) = date_trunc('month', today.day)), 0)::float8 as this_month
from today left join video_views_by_day as views on true;
