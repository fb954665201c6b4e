-- people-now: Who looked at a page or a video since $1, how did they come, and what did they look at last?
-- A visitor's hash is of a day, so somebody may be two people just after midnight.
-- $1 since when, $2 the first id of then, $3 the first id of a day before now, $4 how many to list
with looked as (
  select visitor, max(occurred_at) as looked_at from visits where bot_reason is null and id >= $2 group by visitor),
-- A view's row has the time of its first report, which comes after 5 s; each further report only raises its seconds. A
-- view that began more than an hour ago is left out.
reports as (
  select visitor, video_title, watched_seconds, country,
    occurred_at + case previous_seconds when 0 then 0 else watched_seconds - 5 end * interval '1 second' as watched_at
  from video_views where occurred_at >= $1::timestamptz - interval '1 hour'),
watched as (
  select distinct on (visitor) * from reports where watched_at >= $1 order by visitor, watched_at desc),
people as (
  select visitor, looked_at, watched_at, video_title, watched_seconds, country, count(*) over () as count
  from looked full join watched using (visitor)
  order by greatest(looked_at, watched_at) desc, visitor limit $4)
select
  people.count::int,
  coalesce(newest.country, people.country) as country,
  arrival.referrer_host as "referrerHost",
  arrival.campaign,
  split_part(newest.page, '?', 1) as page,
  case when looked_at is null or watched_at > looked_at then video_title end as "videoTitle",
  watched_seconds as "watchedSeconds"
from people
  left join lateral (
    select page, country from visits where visits.visitor = people.visitor and id >= $3 order by id desc limit 1) as newest
    on true
  left join lateral (
    select occurred_at, referrer_host, coalesce(utm_campaign, utm_source, utm_medium) as campaign
    from visits where visits.visitor = people.visitor and id >= $3
      -- A visit from one of our own pages isn't an arrival.
      and (referrer is null or referrer_host is not null)
    order by id desc limit 1) as arrival on true
order by coalesce(arrival.occurred_at, looked_at, watched_at) desc, people.visitor;
