-- name: summary-of-visits
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

-- name: summary-of-visitors
-- How many different visitors were there, per day and summed: ever, today?
-- $1 now, $2 the site's time zone
select
  coalesce(sum(visitors), 0)::float8 as unique_visitors,
  coalesce(sum(visitors) filter (where day = ($1::timestamptz at time zone $2)::date), 0)::float8 as today_unique_visitors,
  (select count(*) from (
    select from visits_by_month_country where country <> 'ZZ' and people > 0 group by country) as countries)::float8
    as unique_countries
from visitors_by_day;

-- name: summary-of-video-views
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

-- name: hours
-- How many visits did each hour of today bring? In local hours; the one that repeats when clocks go back counts as one.
-- $1 now, $2 the site's time zone
select extract(hour from hour)::int as hour, people::float8 as visits
from visits_by_hour
where hour >= date_trunc('day', $1::timestamptz at time zone $2)
  and hour < date_trunc('day', $1::timestamptz at time zone $2) + interval '1 day';

-- name: months
-- What were the last six calendar months like, including this one: visits, countries, top country?
-- Countries with the same count are all returned: their names decide, which SQL does not know.
-- $1 now, $2 the site's time zone
with months as (
  select generate_series(date_trunc('month', $1::timestamptz at time zone $2) - interval '5 months',
    date_trunc('month', $1::timestamptz at time zone $2), interval '1 month')::date as month),
countries as (
  select month, country, people, max(people) over (partition by month) as most
  from visits_by_month_country where country <> 'ZZ' and people > 0 and month in (select month from months))
select
  to_char(months.month, 'YYYY-MM') as month,
  (select coalesce(sum(people), 0)::float8 from visits_by_day
    where day >= months.month and day < months.month + interval '1 month') as visitors,
  (select count(*)::float8 from countries where countries.month = months.month) as unique_countries,
  (select coalesce(array_agg(country), '{}') from countries
    where countries.month = months.month and people = most) as top_countries
from months order by months.month;
