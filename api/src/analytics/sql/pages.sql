-- How many visits did each page get, ever? The 1,000 largest (ties go to the page seen last), then the rest as one row.
with pages as (
  select min(page) as page, sum(people) as visits, max(last_seen_at) as last_seen_at
  from visits_by_month_page group by page_key having sum(people) > 0),
ranked as (
  select page, visits, row_number() over (order by visits desc, last_seen_at desc, page) as rank from pages)
select page, visits::float8 from ranked where rank <= 1000
union all
select '(other)', sum(visits)::float8 from ranked where rank > 1000 having count(*) > 0;
