-- name: countries
-- How many visits came from each country, ever?
select country, sum(people)::float8 as visits
from visits_by_month_country group by country having sum(people) > 0 order by visits desc, country;

-- name: pages
-- How many visits did each page get, ever? The 1,000 largest (ties go to the page seen last), then the rest as one row.
with pages as (
  select min(page) as page, sum(people) as visits, max(last_seen_at) as last_seen_at
  from visits_by_month_page group by page_key having sum(people) > 0),
ranked as (
  select page, visits, row_number() over (order by visits desc, last_seen_at desc, page) as rank from pages)
select page, visits::float8 from ranked where rank <= 1000
union all
select '(other)', sum(visits)::float8 from ranked where rank > 1000 having count(*) > 0;

-- name: videos
-- How was each video watched between two days? A viewer counts once a day; the title is the newest.
-- $1 first day, $2 last day (null: no bound)
with watched as (
  select video_id, max(day) as last_day, sum(views) as views, sum(watched_seconds)::float8 as watched_seconds,
    array[sum(reached_10), sum(reached_30), sum(reached_60), sum(reached_120), sum(reached_300)]::float8[] as reached
  from video_views_by_day
  where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity')
  group by video_id having sum(views) > 0),
viewers as (
  select video_id, sum(viewers)::float8 as viewers from viewers_by_day
  where day >= coalesce($1::date, '-infinity') and day <= coalesce($2::date, 'infinity') group by video_id)
select
  watched.video_id,
  newest.video_title as title,
  watched.views::float8,
  coalesce(viewers.viewers, 0) as unique_viewers,
  watched.watched_seconds,
  watched.reached
from watched
  join video_views_by_day as newest on newest.day = watched.last_day and newest.video_id = watched.video_id
  left join viewers on viewers.video_id = watched.video_id
order by watched.views desc, watched.video_id;
