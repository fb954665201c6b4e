-- How many visits did each page get from day $1 to day $2? The 1,000 largest, then the rest as one row.
-- Whole months ($3 up to $4) are read as months.
with counts as (
  select page_key, page, people, last_seen_at from visits_by_day_page where day >= $1 and day <= $2 and day < $3
  union all
  select page_key, page, people, last_seen_at from visits_by_month_page where month >= $3 and month < $4
  union all
  select page_key, page, people, last_seen_at from visits_by_day_page where day >= $4 and day <= $2),
pages as (
  select min(page) as page, sum(people) as visits, max(last_seen_at) as last_seen_at
  from counts group by page_key having sum(people) > 0),
ranked as (
  select page, visits, row_number() over (order by visits desc, last_seen_at desc, page) as rank from pages)
select page, visits::float8 from ranked where rank <= 1000
union all
select '(other)', sum(visits)::float8 from ranked where rank > 1000 having count(*) > 0;
