import type { EntityManager } from 'typeorm';
import { noteChangedDays } from '../days/changed-days.js';
import { describedColumns, type Description } from '../days/describe-view.js';
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
for (const [name, type] of Object.entries(describedColumns))
  columns.push([name, type, (v) => v.described?.[name as keyof Description] ?? null]);

const names = columns.map(([name]) => name).join(', ');
const params = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');

const storeSql = `
  insert into visits (${names}) select * from unnest(${params}) as v (${names}) order by id
  on conflict (id) do nothing returning id, occurred_at as "occurredAt"`;

/** Stores the visits that aren't stored yet, and returns the ids of the new rows. */
export async function storeVisits(
  tx: EntityManager,
  visits: EnrichedVisit[],
  timeZone: string,
): Promise<string[]> {
  if (visits.length === 0) return [];
  const rows = await tx.query<{ id: string; occurredAt: Date }[]>(
    storeSql,
    columns.map(([, , value]) => visits.map(value)),
  );
  await noteChangedDays(
    tx,
    timeZone,
    rows.map(({ occurredAt }) => occurredAt),
  );
  return rows.map(({ id }) => id);
}
