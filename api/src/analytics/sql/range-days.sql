-- What was each day from $1 to $2 like? Includes days without traffic.
select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(people, 0)::float8 as visits,
  coalesce(visitors, 0)::float8 as unique_visitors, coalesce(views, 0)::float8 as video_views,
  coalesce(bots, 0)::float8 as bots
from generate_series($1::date, $2::date, interval '1 day') as days (day)
  left join visits_by_day on visits_by_day.day = days.day::date
  left join visitors_by_day on visitors_by_day.day = days.day::date
  left join (select day, sum(views) as views from video_views_by_day where day between $1 and $2 group by day) as views
    on views.day = days.day::date
order by days.day;
