-- retention: How many views of a video ended at each second? The longest first.
-- $1 the video, $2 first day, $3 last day
select seconds, sum(views)::float8 as views from video_views_by_day_second
where video_id = $1 and day between $2 and $3
group by seconds having sum(views) <> 0 order by seconds desc;
