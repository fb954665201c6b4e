-- Which hosts sent visitors from day $1 to day $2?
select referrer_host as host, sum(people)::float8 as visitors
from visits_by_day_referrer where day between $1 and $2
group by referrer_host having sum(people) > 0 order by visitors desc, host limit 1000;
