import type { EntityManager } from 'typeorm';
import { addingExpressions } from '../rollups/rollup.js';
import { visitRollups } from '../rollups/visit-rollups.js';
import type { EnrichedVisit } from './enrich-visits.js';

/** A row's columns in the order of the statement: name, array type, value. */
const columns: [name: string, type: string, value: (visit: EnrichedVisit) => unknown][] = [
  ['id', 'uuid', (v) => v.id],
  ['occurred_at', 'timestamptz', (v) => v.occurredAt],
  ['source', 'text', (v) => v.source],
  ['page', 'text', (v) => v.page],
  ['referrer', 'text', (v) => v.referrer ?? null],
  ['referrer_host', 'text', (v) => v.referrerHost],
  ['utm_source', 'text', (v) => v.campaign.source],
  ['utm_medium', 'text', (v) => v.campaign.medium],
  ['utm_campaign', 'text', (v) => v.campaign.campaign],
  ['language', 'text', (v) => v.language ?? null],
  ['visitor', 'bytea', (v) => v.visitor],
  ['country', 'text', (v) => v.place.country],
  ['city', 'text', (v) => v.place.city],
  ['device', 'text', (v) => v.client.device],
  ['browser', 'text', (v) => v.client.browser],
  ['system', 'text', (v) => v.client.system],
  ['ip', 'inet', (v) => v.ip],
  ['bot_reason', 'text', (v) => v.bot?.reason ?? null],
  ['bot_class', 'text', (v) => v.bot?.botClass ?? null],
  ['bot_name', 'text', (v) => v.bot?.name ?? null],
  // A person's user agent isn't needed once it has been judged.
  ['user_agent', 'text', (v) => (v.bot ? v.userAgent : null)],
  ['joined_id', 'uuid', (v) => v.joinedId],
  ['suspicion', 'text', (v) => v.suspicion],
];

const names = columns.map(([name]) => name).join(', ');

/**
 * Common table expressions that run this insert into `visits` and add the rows that are new to the rollups, so rows and
 * rollups can't differ. $1 is the site's time zone.
 */
export const countedVisits = (insert: string) => `
  counted_visits as (
    ${insert}
    returning *, occurred_at at time zone $1 as local_time),
  counted_visitors as (
    insert into day_visitors (day, visitor)
    select distinct local_time::date, visitor from counted_visits where visitor is not null order by 1, 2
    on conflict do nothing returning day, visitor),
  ${addingExpressions(visitRollups)}`;

const sql = `
  with incoming as (
    select * from unnest(${columns.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')}) as v (${names})),
  ${countedVisits(
    `insert into visits (${names}) select ${names} from incoming order by id on conflict (id) do nothing`,
  )}
  select id from counted_visits`;

/** Stores the visits that aren't stored yet, adds them to the rollups, and returns the ids of the new rows. */
export async function storeVisits(
  db: EntityManager,
  visits: EnrichedVisit[],
  timeZone: string,
): Promise<string[]> {
  if (visits.length === 0) return [];
  const rows: { id: string }[] = await db.query(sql, [
    timeZone,
    ...columns.map(([, , value]) => visits.map(value)),
  ]);
  return rows.map((row) => row.id);
}
