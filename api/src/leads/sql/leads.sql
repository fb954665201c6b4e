-- Which leads match these filters, newest first, and what is the state of their webhooks?
-- $1 kind, $2 status, $3 in quarantine, $4 language, $5 received from, $6 received before, $7 text (a like pattern),
-- $8 only before this id, $9 how many, $10 only this id; null: any. Postgres plans for the given values, so a null one
-- costs nothing; the verdict is compared exactly as in the partial indexes.
select id, kind, status, verdict, verdict_reasons, email, phone, idea, language, video_id, watched_seconds,
  client_timestamp, received_at, visit_match, first_page, referrer, utm_source, utm_medium, utm_campaign,
  answered_at, note, revision,
  (select case when count(*) = 0 then 'none' when bool_or(d.state = 'failed') then 'failed'
      when bool_or(d.state = 'waiting') then 'waiting' else 'delivered' end
    from outbox as d where d.lead_id = leads.id and d.kind = 'webhook') as delivery
from leads
where ($1::text is null or kind = $1)
  and ($2::text is null or status = $2)
  and ($3::boolean is distinct from true or verdict = 'quarantined')
  and ($3::boolean is distinct from false or verdict <> 'quarantined')
  and ($4::text is null or language = $4)
  and ($5::timestamptz is null or received_at >= $5)
  and ($6::timestamptz is null or received_at < $6)
  and ($7::text is null or email ilike $7 or phone ilike $7 or idea ilike $7)
  and ($8::uuid is null or id < $8)
  and ($10::uuid is null or id = $10)
order by id desc limit $9;
