-- traffic: How many page views, bots included, came from day $1 up to $2 and from there up to $3, how many in the busiest hour of
-- the latter, and which is the first day that has any? Days and hours are local; the hour that repeats when clocks go back is one row.
select
  to_char((select min(hour) from visits_by_hour), 'YYYY-MM-DD') as "firstDay",
  (select coalesce(sum(people + bots), 0)::float8 from visits_by_hour where hour >= $1::date and hour < $2::date) as before,
  coalesce(sum(people + bots), 0)::float8 as latest,
  coalesce(max(people + bots), 0)::float8 as "busiestHour"
from visits_by_hour where hour >= $2::date and hour < $3::date;
