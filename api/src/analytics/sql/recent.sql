-- name: recent-visitors
-- What are the newest page views by people?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as local_time,
  page, referrer, country, city, host(ip) as ip
from visits where bot_reason is null order by id desc limit 50;

-- name: recent-bots
-- What are the newest visits by bots?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as local_time,
  user_agent, bot_reason, bot_name, country, city, host(ip) as ip
from visits where bot_reason is not null order by id desc limit 50;

-- name: recent-video-views
-- What are the newest video views?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as local_time,
  video_title, watched_seconds, country, city, host(ip) as ip
from video_views order by occurred_at desc, id desc limit 50;
