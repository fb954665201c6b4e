-- entries: What happened around a lead ($1), oldest first? Its visitor is known where it's certain who sent it; $2 and $3
-- are the first id of the day before it and of the day after the next, so only their partitions are looked into. A hash of
-- a visitor is of one day, so its page views are those of that day.
with lead as (select * from leads where id = $1),
visitor as (
  select visitor from reached_goals join lead on lead_id = lead.id and goal = lead.kind),
entries as (
  (select occurred_at as at, 'page' as what, page as name, null as state from visits
    where visitor = (select visitor from visitor) and id >= $2::uuid and id < $3::uuid order by id limit 200)
  union all
  (select occurred_at, 'video', video_title, watched_seconds::text from video_views
    where visitor = (select visitor from visitor) order by occurred_at limit 50)
  union all select received_at, 'form', kind, null from lead
  union all select answered_at, 'answered', '', null from lead where answered_at is not null
  union all select noted_at, 'note', '', null from lead where noted_at is not null and note is not null
  union all
  select coalesce(sent_at, created_at), 'mail', type, state from outbox
    where lead_id = $1 and kind = 'mail' and type <> 'reply'
  union all
  select coalesce(reply.sent_at, reply.created_at), 'reply', subject,
      case when reply.sent_at is not null then 'sent' when state = 'waiting' then 'waiting' else 'failed' end
    from lead_replies as reply
    left join outbox on destination = 'smtp-replies' and type = 'reply' and event_id = reply.id
    where reply.lead_id = $1
  union all
  select coalesce(sent_at, created_at), 'delivery', destination, state from outbox
    where lead_id = $1 and kind = 'webhook'
  union all
  select occurred_at, 'booking', booking_events.status, to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    from booking_events join lead on booking_events.email_key = lead.email_key
      or coalesce(nullif(regexp_replace(lower(booking_events.phone), '[\s().+/-]', '', 'g'), ''), booking_events.phone)
        = coalesce(nullif(regexp_replace(lower(lead.phone), '[\s().+/-]', '', 'g'), ''), lead.phone))
select * from entries order by at, what;

-- history: Which other leads are of the same person, newest first: of the same address, or the same number?
-- $1 the lead. Compared as personal-data.ts does.
with lead as (select * from leads where id = $1)
select id, kind, status, verdict, received_at as "receivedAt", left(idea, 300) as idea from leads
where id <> $1 and (email_key = (select email_key from lead)
  or (phone is not null and
    coalesce(nullif(regexp_replace(lower(phone), '[\s().+/-]', '', 'g'), ''), phone) =
    (select coalesce(nullif(regexp_replace(lower(phone), '[\s().+/-]', '', 'g'), ''), phone) from lead)))
order by id desc limit 100;
