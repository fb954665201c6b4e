-- How many video views were there: ever, today, this week (from Monday), this month?
-- $1 now, $2 the site's time zone
with today as (select ($1::timestamptz at time zone $2)::date as day),
-- materialized, so they are computed once, not per row
periods as materialized (
  select day, date_trunc('week', day::timestamp)::date as week, date_trunc('month', day::timestamp)::date as month
  from today)
select
  coalesce(sum(views), 0)::float8 as total,
  coalesce(sum(views) filter (where views.day = periods.day), 0)::float8 as today,
  coalesce(sum(views) filter (where views.day >= week and views.day < week + 7), 0)::float8 as this_week,
  coalesce(sum(views) filter (where views.day >= month and views.day < month + interval '1 month'), 0)::float8 as this_month
from periods left join video_views_by_day as views on true;
