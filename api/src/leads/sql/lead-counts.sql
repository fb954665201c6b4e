-- How many leads are in each box of the inbox, and how many new ones are late? Each counts to $1 and no further, so
-- that a box of a million is as quick as one of a thousand. $2: received before this, an answer is late.
select
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined' limit $1) as n) as new,
  (select count(*)::int from (select from leads where status = 'answered' and verdict <> 'quarantined' limit $1) as n)
    as answered,
  (select count(*)::int from (select from leads where status = 'archived' and verdict <> 'quarantined' limit $1) as n)
    as archived,
  (select count(*)::int from (select from leads where verdict = 'quarantined' limit $1) as n) as quarantined,
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined'
    and kind in ('setups', 'question') and received_at < $2 limit $1) as n) as late;
