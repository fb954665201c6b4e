import type { EntityManager } from 'typeorm';
import { addingExpressions } from '../rollups/rollup.js';
import { visitRollups } from '../rollups/visit-rollups.js';
import { recountExtras } from '../sessions/extras.js';
import { lockVisitors } from '../sessions/lock-sessions.js';
import { mergingExpressions, nameIdColumns } from '../sessions/merge-views.js';
import { type BatchNames, nameKinds } from '../sessions/names.js';
import { asUuid } from '../sessions/session-sql.js';
import { classOf } from '../sessions/source-class.js';
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

/** SQL: the parameters from number `first` on as the rows of `incoming`, with these further columns. */
const incoming = (first: number, further: [name: string, type: string][]) => {
  const all = [...columns.map(([name, type]) => [name, type] as const), ...further];
  const params = all.map(([, type], index) => `$${first + index}::${type}[]`);
  return `
  incoming as (
    select * from unnest(${params.join(', ')}) as v (${all.map(([name]) => name).join(', ')}))`;
};

const insertIncoming = `insert into visits (${names}) select ${names} from incoming order by id on conflict (id) do nothing`;

const valuesOf = (visits: EnrichedVisit[]) => columns.map(([, , value]) => visits.map(value));

/** Runs this insert into `visits`; the rows that are new are `counted_visits`. */
const counted = (insert: string) => `
  counted_visits as (
    ${insert}
    returning *, occurred_at at time zone $1 as local_time)`;

/**
 * Common table expressions that run this insert into `visits` and add the rows that are new to the rollups, so rows and
 * rollups can't differ. $1 is the site's time zone.
 */
export const countedVisits = (insert: string) => `
  ${counted(insert)},
  counted_visitors as (
    insert into day_visitors (day, visitor)
    select distinct local_time::date, visitor from counted_visits where visitor is not null order by 1, 2
    on conflict do nothing returning day, visitor),
  ${addingExpressions(visitRollups)}`;

/**
 * Rows, sessions and rollups by one statement, so they can't differ. $2 and $3 are its first and last page view, $4 the
 * days of visitors new to theirs. Postgres runs parts that nothing reads from last, here the rollups. Intended: all
 * batches contend for today's rows and this hour's, so they are locked last.
 */
const storeSql = `
  with ${incoming(5, [['source_class', 'smallint'], ...nameIdColumns.map((name): [string, string] => [name, 'bigint'])])},
  ${counted(insertIncoming)},
  views as (
    select occurred_at, ${asUuid} as visitor, language, country, suspicion, source_class, ${nameIdColumns.join(', ')}
    from counted_visits join (select id, source_class, ${nameIdColumns.join(', ')} from incoming) as named using (id)
    where visitor is not null),
  ${mergingExpressions},
  counted_visitors as (select day from unnest($4::date[]) as one (day)),
  ${addingExpressions(visitRollups)}
  select id, null as visitor from counted_visits union all select null, visitor from moved`;

/**
 * Stores the visits that aren't stored yet, adds them to the sessions and rollups, and returns the ids of the new rows. Call
 * it last in the transaction.
 */
export async function storeVisits(
  tx: EntityManager,
  visits: EnrichedVisit[],
  { timeZone, names }: { timeZone: string; names: BatchNames },
): Promise<string[]> {
  if (visits.length === 0) return [];
  const newTo = await lockVisitors(tx, timeZone, visits);
  const ids = visits.map((visit) => (visit.visitor ? names.idsOf(visit) : null));
  await names.store(tx);
  const timesMs = visits.map(({ occurredAt }) => Date.parse(occurredAt));
  const at = (timeMs: number) => new Date(timeMs).toISOString();
  const rows = await tx.query<{ id: string | null; visitor: string | null }[]>(storeSql, [
    timeZone,
    at(Math.min(...timesMs)),
    at(Math.max(...timesMs)),
    newTo,
    ...valuesOf(visits),
    visits.map((visit) => classOf(visit)),
    ...nameKinds.map((kind) => ids.map((one) => one?.[kind])),
  ]);
  await recountExtras(
    tx,
    rows.flatMap(({ visitor }) => visitor ?? []),
  );
  return rows.flatMap(({ id }) => id ?? []);
}
