-- What are the newest video views?
-- $1 the site's time zone
select to_char(occurred_at at time zone $1, 'YYYY-MM-DD HH24:MI:SS') as local_time,
  video_title, watched_seconds, country, city, host(ip) as ip
from video_views order by occurred_at desc, id desc limit 50;
