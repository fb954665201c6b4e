import { leadFields } from '../http/lead-fields.js';

/** SQL: whether a row of `sessions` may be a robot's: a page view was suspicious, or nobody reads so much or so fast. */
export const isSuspected = `(suspicions <> 0 or page_views >= 200
  or (page_views >= 6 and ended_at - started_at < (page_views - 1) * interval '2 seconds'))`;

/** SQL: where a row of `leads` came from, a campaign's source or a site's host; '' is no other site, null isn't known. */
export const sourceOfLead = `case when visit_match = 'certain'
  then coalesce(utm_source, lower(substring(referrer from '^\\w+://(?:[^/?#@]*@)?([^/?#:]+)')), '') end`;

/**
 * SQL: within how many minutes half of the questions of the 30 days before a moment were answered, and how many were. One that
 * waits then counts until then.
 */
export const medianAnswer = (moment: string) => `select
    percentile_disc(0.5) within group (
      order by ceil(extract(epoch from least(answered_at, ${moment}) - received_at) / 60))::int as minutes,
    count(*) filter (where answered_at < ${moment})::int as answers
  from leads
  where received_at >= ${moment} - interval '30 days' and received_at < ${moment}
    and kind in ('setups', 'question', 'proposal') and verdict <> 'quarantined' and not imported
    and (answered_at is not null or status = 'new')`;

/** SQL: the mailbox of an address's key: many providers deliver mail for `name+anything` to `name`. */
export const mailboxOf = (key: string) => String.raw`regexp_replace(${key}, '^([^+@]+)[+].*@', '\1@')`;

/** SQL: the fields of a form in a row of `leads`, by their names on the wire. */
export const leadColumns = (leads: string) =>
  Object.entries(leadFields)
    .map(([name, { column }]) => `${leads}.${column} as "${name}"`)
    .join(', ');
