-- Which leads answer to these filters, newest first, and how does it stand with their webhooks?
-- $1 kind, $2 status, $3 verdict, $4 text (a like pattern), $5 only before this id, $6 how many; null: any
select id, kind, status, verdict, verdict_reasons, email, phone, idea, language, video_id, watched_seconds,
  client_timestamp, received_at, visit_match, first_page, referrer, utm_source, utm_medium, utm_campaign,
  (select case when count(*) = 0 then 'none' when bool_or(d.status = 'failed') then 'failed'
      when bool_or(d.status = 'waiting') then 'waiting' else 'delivered' end
    from deliveries as d where d.lead_id = leads.id) as delivery
from leads
where ($1::text is null or kind = $1)
  and ($2::text is null or status = $2)
  and ($3::text is null or verdict = $3)
  and ($4::text is null or email ilike $4 or phone ilike $4 or idea ilike $4)
  and ($5::uuid is null or id < $5)
order by id desc limit $6;
