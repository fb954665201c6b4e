-- Which kinds of bots came from day $1 to day $2, and how were they detected?
select bot_class, bot_reason, sum(bots)::float8 as bots
from visits_by_day_bot where day between $1 and $2
group by 1, 2 having sum(bots) > 0 order by bots desc, 1, 2;
