-- subscribers: Who is on the newsletter's list in this state, the newest signup first, and what did they agree to?
-- $1 state, $2 text in the address (a like pattern), $3 only before this signup, $4 how many; null: any. Without a row of
-- its own, a consent is what the list knows.
select s.lead_id as id, s.email, s.state, s.language, c.sentence, coalesce(c.given_at, s.requested_at) as "givenAt",
  c.confirmed_by as "confirmedBy", case when s.confirmed_at >= s.requested_at then s.confirmed_at end as "confirmedAt",
  case s.state when 'unsubscribed' then s.unsubscribed_at end as "withdrawnAt",
  b.bounced_at as "bouncedAt", b.status as "bounceStatus"
from subscribers s left join consents c on c.lead_id = s.lead_id left join bounces b on b.email = s.email
where s.state = $1
  and ($2::text is null or s.email ilike $2)
  and ($3::uuid is null or s.lead_id < $3)
order by s.lead_id desc limit $4;

-- counts: How many are in each state?
select state, count(*)::int as count from subscribers group by state;
