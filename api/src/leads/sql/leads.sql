-- leads: Which leads match these filters, newest first (or oldest, by read-leads.ts), and what is the state of their webhooks?
-- $1 kind, $2 status, $3 in quarantine, $4 language, $5 received from, $6 received before, $7 text (a like pattern),
-- $8 only past this id, $9 how many, $10 only these ids, $11 asks something; null: any. Postgres plans for the given values, so a null one
-- costs nothing; verdict and kind are compared exactly as in the partial indexes.
select id, kind, signup_kind as "signupKind", leads.status, verdict, verdict_reasons as "verdictReasons", /* leadColumns, */
  consent, client_timestamp as timestamp, received_at as "receivedAt",
  json_build_object('match', visit_match, 'firstPage', first_page, 'referrer', referrer, 'utmSource', utm_source,
    'utmMedium', utm_medium, 'utmCampaign', utm_campaign) as visit,
  answered_at as "answeredAt", note, revision, imported, bounced_at as "bouncedAt", bounces.status as "bounceStatus",
  (select case when count(*) = 0 then 'none' when bool_or(d.state = 'failed') then 'failed'
      when bool_or(d.state = 'waiting') then 'waiting' else 'delivered' end
    from outbox as d where d.lead_id = leads.id and d.kind = 'webhook') as delivery,
  exists (select from outbox as d where d.lead_id = leads.id and d.destination = 'smtp-replies'
    and d.state in ('failed', 'dropped')) as "replyFailed"
from leads left join bounces on bounces.email = leads.email_key
where ($1::text is null or kind = $1)
  and ($2::text is null or leads.status = $2)
  and ($3::boolean is distinct from true or verdict = 'quarantined')
  and ($3::boolean is distinct from false or verdict <> 'quarantined')
  and ($11::boolean is distinct from true or kind in ('setups', 'question', 'proposal'))
  and ($11::boolean is distinct from false or kind not in ('setups', 'question', 'proposal'))
  and ($4::text is null or language = $4)
  and ($5::timestamptz is null or received_at >= $5)
  and ($6::timestamptz is null or received_at < $6)
  and ($7::text is null or leads.email ilike $7 or name ilike $7 or phone ilike $7 or idea ilike $7)
  and ($8::uuid is null or id < $8)
  and ($10::uuid[] is null or id = any($10))
order by id desc limit $9;

-- counts: How many leads does each box of the inbox have, and how many new ones are late? Counting stops at $1, so a box of a
-- million is as fast as one of a thousand. $2: an answer to a lead received before this is late.
select
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined'
    and kind in ('setups', 'question', 'proposal') limit $1) as n) as "toAnswer",
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined'
    and kind not in ('setups', 'question', 'proposal') limit $1) as n) as "signUps",
  (select count(*)::int from (select from leads where status = 'answered' and verdict <> 'quarantined' limit $1) as n)
    as answered,
  (select count(*)::int from (select from leads where status = 'archived' and verdict <> 'quarantined' limit $1) as n)
    as archived,
  (select count(*)::int from (select from leads where verdict = 'quarantined' limit $1) as n) as quarantined,
  (select count(*)::int from (select from leads where status = 'new' and verdict <> 'quarantined'
    and kind in ('setups', 'question', 'proposal') and received_at < $2 and not imported limit $1) as n) as late;
