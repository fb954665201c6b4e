-- Imported days count as in range.sql.

-- summary-of-visits: How many page views were there, by people and by bots: ever, today, this week (from Monday), this month?
-- $1 now, $2 the site's time zone
with today as (select ($1::timestamptz at time zone $2)::date as day),
-- materialized, so they are computed once, not per row
periods as materialized (
  select day, date_trunc('week', day::timestamp)::date as week, date_trunc('month', day::timestamp)::date as month
  from today),
visits as (
  select day, people, bots, 0 as imported from days
  union all
  select day, people, 0, people from imported_days where day < (select coalesce(min(day), 'infinity') from days))
select
  coalesce(sum(people), 0)::float8 as total,
  coalesce(sum(people) filter (where visits.day = periods.day), 0)::float8 as today,
  coalesce(sum(people) filter (where visits.day >= week and visits.day < week + 7), 0)::float8 as "thisWeek",
  coalesce(sum(people) filter (where visits.day >= month and visits.day < month + interval '1 month'), 0)::float8 as "thisMonth",
  coalesce(sum(bots), 0)::float8 as "totalBots",
  coalesce(sum(bots) filter (where visits.day = periods.day), 0)::float8 as "todayBots",
  coalesce(sum(imported), 0)::float8 as imported,
  -- days since the first visit by a person, including today
  greatest(periods.day - min(visits.day) filter (where people > 0) + 1, 1)::float8 as days
from periods left join visits on true
group by periods.day;

-- summary-of-visitors: How many different visitors were there, per day and summed: ever, today?
-- $1 now, $2 the site's time zone
with visitors as (
  select day, visitors from days
  union all
  select day, visitors from imported_days where day < (select coalesce(min(day), 'infinity') from days))
select
  coalesce(sum(visitors), 0)::float8 as "uniqueVisitors",
  coalesce(sum(visitors) filter (where day = ($1::timestamptz at time zone $2)::date), 0)::float8 as "todayUniqueVisitors",
  (select count(*) from (
    select value from values_by_month where dimension = 'country' and value <> 'ZZ'
    union
    select country from imported_countries
    where country <> 'ZZ' and people > 0 and day < (select coalesce(min(day), 'infinity') from days)) as countries)::float8 as "uniqueCountries"
from visitors;

-- summary-of-video-views: How many video views were there: ever, today, this week (from Monday), this month?
-- $1 now, $2 the site's time zone
with today as (select ($1::timestamptz at time zone $2)::date as day),
-- materialized, so they are computed once, not per row
periods as materialized (
  select day, date_trunc('week', day::timestamp)::date as week, date_trunc('month', day::timestamp)::date as month
  from today)
select
  coalesce(sum(views), 0)::float8 as "totalVideoViews",
  coalesce(sum(views) filter (where videos.day = periods.day), 0)::float8 as "todayVideoViews",
  coalesce(sum(views) filter (where videos.day >= week and videos.day < week + 7), 0)::float8 as "weekVideoViews",
  coalesce(sum(views) filter (where videos.day >= month and videos.day < month + interval '1 month'), 0)::float8 as "monthVideoViews"
from periods left join videos_by_day as videos on true;

-- months: What were the last six calendar months like, including this one: visits, countries, top country?
-- Countries with the same count are all returned: their names decide, which SQL does not know.
-- $1 now, $2 the site's time zone
with months as (
  select generate_series(date_trunc('month', $1::timestamptz at time zone $2) - interval '5 months',
    date_trunc('month', $1::timestamptz at time zone $2), interval '1 month')::date as month),
imported as (
  select day, people from imported_days
  where day >= (select min(month) from months) and day < (select coalesce(min(day), 'infinity') from days)),
countries as (
  select month, country, sum(people) as people, max(sum(people)) over (partition by month) as most
  from (
    select month, value as country, views as people from values_by_month
    where dimension = 'country' and value <> 'ZZ' and month in (select month from months)
    union all
    select date_trunc('month', day::timestamp)::date, country, imported_countries.people from imported_countries join imported using (day)
    where country <> 'ZZ' and imported_countries.people > 0) as counts
  group by month, country)
select
  to_char(months.month, 'YYYY-MM') as month,
  (select coalesce(sum(people), 0)::float8 from days
    where day >= months.month and day < months.month + interval '1 month')
    + coalesce(sum(imported.people), 0)::float8 as visitors,
  coalesce(sum(imported.people), 0)::float8 as imported,
  (select count(*)::float8 from countries where countries.month = months.month) as "uniqueCountries",
  (select coalesce(array_agg(country), '{}') from countries
    where countries.month = months.month and people = most) as "topCountries"
from months
  left join imported on imported.day >= months.month and imported.day < months.month + interval '1 month'
group by months.month order by months.month;

-- hours: How many visits did each hour of today bring? In local hours; the one that repeats when clocks go back counts as one.
-- $1 now, $2 the site's time zone
select place::int - 1 as hour, views::float8 as visits
from days, unnest(people_by_hour) with ordinality as by_hour (views, place)
where day = ($1::timestamptz at time zone $2)::date;

-- countries: How many visits came from each country, ever?
select country, sum(people)::float8 as visits
from (
  select value as country, views as people from values_by_month where dimension = 'country'
  union all
  select country, people from imported_countries where day < (select coalesce(min(day), 'infinity') from days)) as counts
group by country having sum(people) > 0 order by visits desc, country;

-- pages: How many visits did each page get, ever? The 1,000 largest (ties go to the page seen last), then the rest as one row.
with pages as (
  select min(page) as page, sum(people) as visits, max(last_seen_at) as last_seen_at
  from (
    select key as page_key, value as page, views as people, last_seen_at from values_by_month where dimension = 'page'
    union all
    select page_key, page, people, day::timestamptz from imported_pages
    where day < (select coalesce(min(day), 'infinity') from days)) as counts
  group by page_key having sum(people) > 0),
ranked as (
  select page, visits, row_number() over (order by page = '(other)', visits desc, last_seen_at desc, page) as rank from pages)
select page, visits::float8 from ranked where rank <= 1000 and page <> '(other)'
union all
select '(other)', sum(visits)::float8 from ranked where rank > 1000 or page = '(other)' having count(*) > 0;

-- recent-visitors: What are the newest page views by people?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as "localTime",
  page, coalesce(referrer, 'Direct') as referer,
  country, coalesce(city, 'Unknown') as city, coalesce(host(ip), 'Unknown') as ip
from visits where bot_reason is null order by id desc limit 50;

-- recent-bots: What are the newest visits by bots?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as "localTime",
  coalesce(user_agent, '') as "userAgent", bot_class as "botClass", bot_reason as reason, coalesce(bot_name, 'Unknown') as name,
  country, coalesce(city, 'Unknown') as city, coalesce(host(ip), 'Unknown') as ip
from visits where bot_reason is not null order by id desc limit 50;

-- recent-video-views: What are the newest video views?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as "localTime",
  video_title as "videoTitle", watched_seconds as "watchDuration",
  country, coalesce(city, 'Unknown') as city, coalesce(host(ip), 'Unknown') as ip
from video_views order by occurred_at desc, id desc limit 50;
