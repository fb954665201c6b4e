-- What are the newest page views by people?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as local_time,
  page, referrer, country, city, host(ip) as ip
from visits where bot_reason is null order by id desc limit 50;
