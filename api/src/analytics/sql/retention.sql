-- retention: How many views of a video ended at each second? The longest first.
-- $1 the video, $2 first day, $3 last day
select place::int - 1 as seconds, sum(n)::float8 as views
from videos_by_day, unnest(views_by_second) with ordinality as by_second (n, place)
where video_id = $1 and day between $2 and $3 and n > 0
group by place order by seconds desc;
