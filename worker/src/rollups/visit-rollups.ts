import type { Rollup } from './rollup.js';

const people = 'bot_reason is null';
const day = 'local_time::date';

/** `visits` is the relation of rows to count, `visitors` that of (day, visitor) pairs new to their day. */
export const visitRollups: Rollup[] = [
  {
    table: 'visits_by_hour',
    from: 'counted_visits',
    keys: { hour: `date_trunc('hour', local_time)` },
    sums: { people: `count(*) filter (where ${people})`, bots: `count(*) filter (where not ${people})` },
  },
  {
    table: 'visits_by_day',
    from: 'counted_visits',
    keys: { day },
    sums: { people: `count(*) filter (where ${people})`, bots: `count(*) filter (where not ${people})` },
  },
  {
    table: 'visitors_by_day',
    from: 'counted_visitors',
    keys: { day: 'day' },
    sums: { visitors: 'count(*)' },
  },
  {
    table: 'visits_by_day_page',
    byMonth: 'visits_by_month_page',
    from: 'counted_visits',
    where: people,
    keys: { day, page_key: `md5(split_part(page, '?', 1))::uuid` },
    sums: { people: 'count(*)' },
    latest: { last_seen_at: 'max(occurred_at)' },
    labels: { page: `min(split_part(page, '?', 1))` },
  },
  {
    table: 'visits_by_day_country',
    byMonth: 'visits_by_month_country',
    from: 'counted_visits',
    where: people,
    keys: { day, country: 'country' },
    sums: { people: 'count(*)' },
  },
  {
    table: 'visits_by_day_referrer',
    from: 'counted_visits',
    where: `${people} and referrer_host is not null`,
    keys: { day, referrer_host: 'referrer_host' },
    sums: { people: 'count(*)' },
  },
  {
    table: 'visits_by_day_campaign',
    from: 'counted_visits',
    where: `${people} and coalesce(utm_source, utm_medium, utm_campaign) is not null`,
    keys: {
      day,
      utm_source: `coalesce(utm_source, '')`,
      utm_medium: `coalesce(utm_medium, '')`,
      utm_campaign: `coalesce(utm_campaign, '')`,
    },
    sums: { people: 'count(*)' },
  },
  {
    table: 'visits_by_day_bot',
    from: 'counted_visits',
    where: `not ${people}`,
    keys: { day, bot_class: 'bot_class', bot_reason: 'bot_reason' },
    sums: { bots: 'count(*)' },
  },
];
