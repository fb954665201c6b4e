-- How many visits came from each country from day $1 to day $2? Whole months ($3 up to $4) are read as months.
with counts as (
  select country, people from visits_by_day_country where day >= $1 and day <= $2 and day < $3
  union all
  select country, people from visits_by_month_country where month >= $3 and month < $4
  union all
  select country, people from visits_by_day_country where day >= $4 and day <= $2)
select country, sum(people)::float8 as visits
from counts group by country having sum(people) > 0 order by visits desc, country;
