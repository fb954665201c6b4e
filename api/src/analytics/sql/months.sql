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
