-- Days that another counter counted (imported_days and so on) are figures only before the first day with page views of our
-- own, whichever came in first. They know neither bots nor video views; their referrers and campaigns mean something else.

-- figure-days: What day is it, which are the first and the last that have figures, and since when do rows wait to be in them?
-- $1 now, $2 the site's time zone
select
  to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD') as today,
  to_char(least((select min(day) from days), (select min(day) from videos_by_day),
    (select min(day) from imported_days)), 'YYYY-MM-DD') as first,
  to_char(greatest((select max(day) from days), (select max(day) from videos_by_day),
    (select max(day) from imported_days where day < (select coalesce(min(day), 'infinity') from days))), 'YYYY-MM-DD') as last,
  least($1::timestamptz, (select min(noted_at) from changed_days)) as "asOf";

-- range-totals: How many page views, bots, visitors and video views were there from day $1 to day $2?
-- Imported days are also given separately.
with imported as (
  select coalesce(sum(people), 0)::float8 as people, coalesce(sum(visitors), 0)::float8 as visitors
  from imported_days where day between $1 and $2 and day < (select coalesce(min(day), 'infinity') from days))
select
  (select coalesce(sum(people), 0)::float8 from days where day between $1 and $2) + imported.people as total,
  (select coalesce(sum(bots), 0)::float8 from days where day between $1 and $2) as "totalBots",
  (select coalesce(sum(visitors), 0)::float8 from days where day between $1 and $2) + imported.visitors
    as "uniqueVisitors",
  imported.people as imported,
  (select coalesce(sum(views), 0)::float8 from videos_by_day where day between $1 and $2) as "totalVideoViews"
from imported;

-- range-days: What was each day from $1 to $2 like? Includes days without traffic.
select to_char(wanted.day, 'YYYY-MM-DD') as day, coalesce(own.people, imported.people, 0)::float8 as visitors,
  coalesce(own.visitors, imported.visitors, 0)::float8 as "uniqueVisitors", coalesce(views, 0)::float8 as "videoViews",
  coalesce(bots, 0)::float8 as bots, imported.day is not null as imported
from generate_series($1::date, $2::date, interval '1 day') as wanted (day)
  left join days as own on own.day = wanted.day::date
  left join imported_days as imported on imported.day = wanted.day::date
    and imported.day < (select coalesce(min(day), 'infinity') from days)
  left join (select day, sum(views) as views from videos_by_day where day between $1 and $2 group by day) as views
    on views.day = wanted.day::date
order by wanted.day;

-- range-hours: How many page views by people did each hour of the week get from day $1 to day $2? Monday is 1. In local hours; the
-- one that repeats when clocks go back counts as one.
select extract(isodow from day)::int as weekday, place::int - 1 as hour, sum(views)::float8 as count
from days, unnest(people_by_hour) with ordinality as by_hour (views, place)
where day between $1 and $2 and views > 0
group by 1, 2;

-- range-countries: How many visits came from each country from day $1 to day $2? Whole months ($3 up to $4) are read as months.
with counts as (
  select value as country, views as people from values_by_day where dimension = 'country' and day >= $1 and day <= $2 and day < $3
  union all
  select value, views from values_by_month where dimension = 'country' and month >= $3 and month < $4
  union all
  select value as country, views as people from values_by_day where dimension = 'country' and day >= $4 and day <= $2
  union all
  select country, people from imported_countries
  where day >= $1 and day <= $2 and day < (select coalesce(min(day), 'infinity') from days))
select country, sum(people)::float8 as visits
from counts group by country having sum(people) > 0 order by visits desc, country;

-- range-pages: How many visits did each page get from day $1 to day $2? The 1,000 largest, then the rest as one row.
-- Whole months ($3 up to $4) are read as months.
with counts as (
  select key as page_key, value as page, views as people, last_seen_at from values_by_day where dimension = 'page' and day >= $1 and day <= $2 and day < $3
  union all
  select key, value, views, last_seen_at from values_by_month where dimension = 'page' and month >= $3 and month < $4
  union all
  select key as page_key, value as page, views as people, last_seen_at from values_by_day where dimension = 'page' and day >= $4 and day <= $2
  union all
  select page_key, page, people, day::timestamptz from imported_pages
  where day >= $1 and day <= $2 and day < (select coalesce(min(day), 'infinity') from days)),
pages as (
  select min(page) as page, sum(people) as visits, max(last_seen_at) as last_seen_at
  from counts group by page_key having sum(people) > 0),
ranked as (
  select page, visits, row_number() over (order by page = '(other)', visits desc, last_seen_at desc, page) as rank from pages)
select page, visits::float8 from ranked where rank <= 1000 and page <> '(other)'
union all
select '(other)', sum(visits)::float8 from ranked where rank > 1000 or page = '(other)' having count(*) > 0;

-- range-referrers: Which hosts sent visitors from day $1 to day $2?
select value as host, sum(views)::float8 as visitors
from values_by_day where dimension = 'referrer' and day between $1 and $2
group by value order by visitors desc, host limit 1000;

-- range-campaigns: Which campaigns brought visits from day $1 to day $2?
select split_part(value, E'\n', 1) as source, split_part(value, E'\n', 2) as medium, split_part(value, E'\n', 3) as campaign,
  sum(views)::float8 as visitors
from values_by_day where dimension = 'campaign' and day between $1 and $2
group by value order by visitors desc, 1, 2, 3 limit 1000;

-- range-bots: Which kinds of bots, of these classes ($3), came from day $1 to day $2, and how were they detected?
select split_part(value, E'\n', 1) as "botClass", split_part(value, E'\n', 2) as reason, sum(views)::float8 as bots
from values_by_day
where dimension = 'bot' and day between $1 and $2 and split_part(value, E'\n', 1) = any($3)
group by value order by bots desc, 1, 2;
