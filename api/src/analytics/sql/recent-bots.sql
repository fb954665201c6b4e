-- What are the newest visits by bots?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as local_time,
  user_agent, bot_reason, bot_name, country, city, host(ip) as ip
from visits where bot_reason is not null order by id desc limit 50;
