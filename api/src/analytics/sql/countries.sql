-- How many visits came from each country, ever?
select country, sum(people)::float8 as visits
from visits_by_month_country group by country having sum(people) > 0 order by visits desc, country;
