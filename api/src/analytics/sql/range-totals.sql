-- How many page views, bots, visitors and video views were there from day $1 to day $2?
select
  (select coalesce(sum(people), 0)::float8 from visits_by_day where day between $1 and $2) as total,
  (select coalesce(sum(bots), 0)::float8 from visits_by_day where day between $1 and $2) as total_bots,
  (select coalesce(sum(visitors), 0)::float8 from visitors_by_day where day between $1 and $2) as unique_visitors,
  (select coalesce(sum(views), 0)::float8 from video_views_by_day where day between $1 and $2) as total_video_views;
