-- How many different visitors were there, per day and summed: ever, today?
-- $1 now, $2 the site's time zone
select
  coalesce(sum(visitors), 0)::float8 as unique_visitors,
  coalesce(sum(visitors) filter (where day = ($1::timestamptz at time zone $2)::date), 0)::float8 as today_unique_visitors,
  (select count(*) from (
    select from visits_by_month_country where country <> 'ZZ' and people > 0 group by country) as countries)::float8
    as unique_countries
from visitors_by_day;
