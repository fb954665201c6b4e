-- How many visits came from each country from day $1 to day $2?
select country, sum(people)::float8 as visits
from visits_by_day_country where day between $1 and $2
group by country having sum(people) > 0 order by visits desc, country;
