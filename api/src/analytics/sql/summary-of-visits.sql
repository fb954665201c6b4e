-- How many page views were there, by people and by bots: ever, today, this week (from Monday), this month?
-- $1 now, $2 the site's time zone
with today as (select ($1::timestamptz at time zone $2)::date as day),
-- materialized, so they are computed once, not per row
periods as materialized (
  select day, date_trunc('week', day::timestamp)::date as week, date_trunc('month', day::timestamp)::date as month
  from today)
select
  coalesce(sum(people), 0)::float8 as total,
  coalesce(sum(people) filter (where visits.day = periods.day), 0)::float8 as today,
  coalesce(sum(people) filter (where visits.day >= week and visits.day < week + 7), 0)::float8 as this_week,
  coalesce(sum(people) filter (where visits.day >= month and visits.day < month + interval '1 month'), 0)::float8 as this_month,
  coalesce(sum(bots), 0)::float8 as total_bots,
  coalesce(sum(bots) filter (where visits.day = periods.day), 0)::float8 as today_bots,
  -- days since the first visit by a person, including today
  greatest(periods.day - min(visits.day) filter (where people > 0) + 1, 1)::float8 as days
from periods left join visits_by_day as visits on true
group by periods.day;
