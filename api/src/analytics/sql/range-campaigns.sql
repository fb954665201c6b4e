-- Which campaigns brought visits from day $1 to day $2?
select utm_source as source, utm_medium as medium, utm_campaign as campaign, sum(people)::float8 as visitors
from visits_by_day_campaign where day between $1 and $2
group by 1, 2, 3 having sum(people) > 0 order by visitors desc, 1, 2, 3 limit 1000;
