-- How many leads does each box of the inbox have, and how many new ones are late? Counting stops at $1, so a box of a
-- million is as fast as one of a thousand. $2: an answer to a lead received before this is late.
select
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined' limit $1) as n) as new,
  (select count(*)::int from (select from leads where status = 'answered' and verdict <> 'quarantined' limit $1) as n)
    as answered,
  (select count(*)::int from (select from leads where status = 'archived' and verdict <> 'quarantined' limit $1) as n)
    as archived,
  (select count(*)::int from (select from leads where verdict = 'quarantined' limit $1) as n) as quarantined,
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined'
    and kind in ('setups', 'question') and received_at < $2 limit $1) as n) as late;
