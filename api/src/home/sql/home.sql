-- meetings-between: Which meetings begin from $1 up to $2?
select id, coalesce(name, '') as name, coalesce(title, '') as title, starts_at as "startsAt" from meetings
where starts_at >= $1 and starts_at < $2 and state in ('booked', 'done', 'no-show') order by starts_at, id;

-- waiting: Who waits for an answer, the longest first? $1 how many. Imported leads wait for none.
select id, concat_ws(' · ', name, coalesce(email, phone)) as sender, left(btrim(regexp_replace(idea, '\s+', ' ', 'g')), 200) as excerpt,
  received_at as "receivedAt"
from leads
where status = 'new' and verdict <> 'quarantined' and kind in ('setups', 'question', 'proposal') and not imported
order by received_at, id limit $1;

-- waiting-counts: How many wait for an answer, and how many are in quarantine? Counting stops at $1.
select
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined'
    and kind in ('setups', 'question', 'proposal') and not imported limit $1) as n) as "waitingCount",
  (select count(*)::int from (select from leads where verdict = 'quarantined' limit $1) as n) as quarantined;

-- quarantined-between: How many leads that came from $1 up to $2 are in quarantine?
select count(*)::int as leads from leads
where received_at >= $1 and received_at < $2 and verdict = 'quarantined' and not imported;

-- leads-between: How many leads came from $1 up to $2?
select count(*)::int as leads from leads
where received_at >= $1 and received_at < $2 and verdict <> 'quarantined' and not imported;

-- failed-endpoints: At which endpoints did replayable deliveries fail, and which are off?
with failed as (
  select destination as name, count(*)::int as failed, date_trunc('milliseconds', min(created_at)) as since
  from outbox where destination = any($1) and type <> 'confirm' and state = 'failed' group by destination),
gone as (
  select name, (select count(*)::int from outbox where destination = name and state = 'waiting' and due_at is not null) as waiting
  from webhook_endpoints where off_since is not null)
select name as endpoint, coalesce(failed, 0) as failed, since, gone.name is not null as "isOff", coalesce(waiting, 0) as waiting
from failed full join gone using (name) order by name;

-- failed-erasures: Whom did an erasure fail to erase? $1 how many.
select id, coalesce(payload->>'email', payload->>'phone', payload->>'text', '') as person from outbox
where kind = 'erasure' and state = 'failed' order by id limit $1;

-- failed-replies: To which leads, still to be answered, could a reply not be sent? $1 how many.
select leads.id as "leadId", coalesce(email, phone, '') as sender
from leads where status = 'new' and id in (
  select lead_id from outbox where destination = 'smtp-replies' and state = 'failed')
order by received_at, id limit $1;
