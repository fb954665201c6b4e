import { confirmWithinDays } from '@voordeur/contracts/jobs';
import type { Config } from '../platform/config.js';

type Days = Config['retention'];

/** How the rows of a table end: a condition for those that a night deletes, other code, or never, with a reason. */
type End = { delete: (days: Days) => string } | { by: string } | { kept: string };

/** SQL: the months (UTC) of page views that have a partition. */
const openMonths = `(select to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') as month
  from pg_inherits where inhparent = 'visits'::regclass) as open_month`;

const olderThan = (column: string, days: number) => `${column} < now() - interval '${days} days'`;

/** SQL: a local day, in any zone, of which no raw row is left nor can come in. */
const isOver = (day: string, { rawDays }: Days) => `${olderThan(day, rawDays)} and not exists (
  select from ${openMonths} where month <= ${day} + 1 and month + interval '1 month' > ${day} - 1)`;

const isSealed = (column: string, { rawDays }: Days) => `${olderThan(column, rawDays)} and exists (
  select from sealed_months where month = date_trunc('month', ${column} at time zone 'UTC')::date)`;

/** A name may have been stored under a day ago and be used still, and page views may lie three months ahead of their storing. */
const namesMarginDays = 93;

const sums = 'sums, which say nothing about a person';
const settings = 'the owner’s, one row or a few, which she changes herself';

/** Every table, in the order in which a night goes through them: dependent rows come after the rows they depend on. */
export const ends: Record<string, End> = {
  visits: { by: 'seal_visits_month drops the partition of a month' },
  sessions: { by: 'seal_visits_month drops the partition of a month' },
  sessions_by_day: { delete: (days) => isOver('day', days) },
  changed_days: { by: 'the builder of days deletes what it has read' },
  days: { kept: sums },
  values_by_day: { kept: sums },
  values_by_month: { kept: sums },
  videos_by_day: { kept: sums },
  packed_sessions: { delete: (days) => isOver('day', days) },
  video_views: { delete: (days) => isSealed('occurred_at', days) },
  reached_goals: { delete: (days) => isSealed('occurred_at', days) },
  // A month's first and last day belong to two months in the site's zone.
  day_visitors: { delete: (days) => isOver('day', days) },
  day_viewers: { delete: (days) => isOver('day', days) },
  verified_days: { delete: (days) => isOver('day', days) },
  names: {
    delete: ({
      rawDays,
    }) => `used_on < least(current_date - ${rawDays}, (select min(month) from ${openMonths}))
      - ${namesMarginDays}`,
  },
  // An imported day's salt is kept while its import may still be running.
  day_salts: { delete: () => `greatest(day + 1, used_at) < now() - interval '48 hours'` },
  // Without its salt neither is of any more use.
  erased_visitors: {
    delete: () => `not exists (select from day_salts where day_salts.day = erased_visitors.day)`,
  },
  recorded_chunks: { delete: () => olderThan('recorded_at', 30) },
  rejected_events: { delete: ({ ipDays }) => olderThan('rejected_at', ipDays) },
  // Undoing a setting may bring its picture back. A video's room is needed again.
  media: {
    delete: () => `${olderThan('used_at', 1)} and (path is null
      or not exists (select from site_settings where position(path in value::text) > 0)
      and not exists (select from site_edits where position(path in concat(old_value, new_value)) > 0
        and (kind <> 'video' or not ${olderThan('edited_at', 30)})))`,
  },
  media_parts: { by: 'they go with their file (on delete cascade)' },
  outbox: { delete: ({ rawDays }) => `kind <> 'job' and ${olderThan('created_at', rawDays)}` },
  outbox_attempts: { by: 'they go with their effect (on delete cascade)' },
  booking_events: { delete: ({ rawDays }) => olderThan('received_at', rawDays) },
  meetings: {
    delete: ({ rawDays }) => `hold_until < now() or ${olderThan('ends_at', rawDays)}`,
  },
  busy_times: { delete: () => `upper(during) < now()` },
  erased_bookings: { kept: 'salted digests, without which a calendar could bring an erased person back' },
  leads: { by: 'retainLeads, where the owner set a period; else her erasures' },
  lead_replies: { by: 'they go with their lead (on delete cascade)' },
  // The link in the mail has ended, and with it the reason to keep an address that anybody may have typed.
  subscribers: {
    delete: () => `state = 'pending' and ${olderThan('requested_at', confirmWithinDays + 1)}`,
  },
  // A worker of an earlier version knows nothing of these two tables when it erases a person during an upgrade.
  consents: { delete: () => `not exists (select from subscribers where email = consents.email)` },
  bounces: { delete: () => `not exists (select from leads where email_key = bounces.email)` },
  suppressions: { kept: 'who must get no more mail must be known for as long as there is a list' },
  security_events: { delete: () => olderThan('occurred_at', 90) },
  login_failures: { delete: () => olderThan('failed_at', 1) },
  wrong_codes: { delete: () => olderThan('failed_at', 1) },
  admin_sessions: { by: 'remove_expired_sessions, as the worker may not read them' },
  drops_by_day: { kept: sums },
  sealed_months: { kept: 'one row a month, without which a removed month could be imported again' },
  visits_by_hour: { kept: sums },
  visits_by_day: { kept: sums },
  visits_by_day_page: { kept: sums },
  visits_by_day_country: { kept: sums },
  visits_by_day_referrer: { kept: sums },
  visits_by_day_campaign: { kept: sums },
  visits_by_day_bot: { kept: sums },
  visits_by_month_page: { kept: sums },
  visits_by_month_country: { kept: sums },
  visitors_by_day: { kept: sums },
  viewers_by_day: { kept: sums },
  video_views_by_day: { kept: sums },
  video_views_by_day_second: { kept: sums },
  imported_days: { kept: `${sums}, until make import KIND=plausible UNDO=1` },
  imported_pages: { kept: `${sums}, until make import KIND=plausible UNDO=1` },
  imported_countries: { kept: `${sums}, until make import KIND=plausible UNDO=1` },
  texts: { kept: settings },
  texts_state: { kept: settings },
  text_drafts: { kept: 'they go when they are published or discarded' },
  text_edits: { kept: 'what the site said when, which figures are compared with' },
  site_settings: { kept: settings },
  site_edits: { kept: settings },
  mail_account: { kept: settings },
  admin_key: { kept: settings },
  second_factor: { kept: settings },
  api_keys: { kept: settings },
  shared_links: { kept: settings },
  settings: { kept: settings },
  calendar: { kept: settings },
  calendar_sources: { kept: settings },
  webhook_endpoints: { kept: settings },
  webhook_keys: { kept: 'a day after the owner made another' },
  push_key: { kept: settings },
  push_settings: { kept: settings },
  push_subscriptions: { kept: 'the owner’s, until she removes one or its push service says that it is gone' },
  backup_state: { kept: settings },
  migrations: { kept: 'one row for each change of the tables' },
};
