-- What day is it, and which are the first and the last that have figures?
-- $1 now, $2 the site's time zone
select
  to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD') as today,
  to_char(least((select min(day) from visits_by_day), (select min(day) from video_views_by_day)), 'YYYY-MM-DD') as first,
  to_char(greatest((select max(day) from visits_by_day), (select max(day) from video_views_by_day)), 'YYYY-MM-DD') as last;
