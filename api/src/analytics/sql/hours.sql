-- How many visits did each hour of today bring? In local hours; the one that repeats when clocks go back counts as one.
-- $1 now, $2 the site's time zone
select extract(hour from hour)::int as hour, people::float8 as visits
from visits_by_hour
where hour >= date_trunc('day', $1::timestamptz at time zone $2)
  and hour < date_trunc('day', $1::timestamptz at time zone $2) + interval '1 day';
