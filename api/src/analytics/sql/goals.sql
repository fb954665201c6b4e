-- leads-of-days: Which leads came in these days, and which of them are in no session, and why?
-- $1 first day, $2 last day, $3 the site's zone. Quarantined leads don't count until they're released.
select kind,
  case when exists (select from reached_goals where lead_id = leads.id and goal = leads.kind) then null
    when imported then 'imported' when visit_match <> 'certain' then visit_match
    when verdict = 'released' then 'released' else 'without-session' end as reason,
  count(*)::float8 as leads
from leads
where received_at >= $1::date::timestamp at time zone $3 and received_at < ($2::date + 1)::timestamp at time zone $3
  and verdict <> 'quarantined'
group by kind, reason order by leads desc, kind, reason;
