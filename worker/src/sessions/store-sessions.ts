import type { Suspicion } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { Place } from '../platform/geoip.js';
import { recountExtras } from './extras.js';
import { lockSessions } from './lock-sessions.js';
import { type BatchNames, nameKinds, type NamedView } from './names.js';
import { classOf } from './source-class.js';
import {
  longestGap,
  mergedSessions,
  piecesOfSessions,
  piecesOfViews,
  sessionColumns,
  sessionValues,
} from './session-sql.js';

/** What a session depends on of a page view. */
export interface SessionView extends NamedView {
  /** Null for bots, which have no sessions. */
  visitor: Buffer | null;
  occurredAt: string;
  language?: string | undefined;
  suspicion: Suspicion | null;
  place: Place;
}

/** Its columns: name, array type, value. */
const columns: [name: string, type: string, value: (view: SessionView) => unknown][] = [
  ['visitor', 'uuid', (v) => v.visitor?.toString('hex')],
  ['occurred_at', 'timestamptz', (v) => v.occurredAt],
  ['source', 'smallint', (v) => classOf(v)],
  ['language', 'text', (v) => v.language ?? null],
  ['country', 'text', (v) => v.place.country],
  ['suspicion', 'text', (v) => v.suspicion],
];
const given = [...columns, ...nameKinds.map((kind) => [`${kind}_id`, 'bigint'] as const)];

/**
 * $1 is the site's zone, $2 and $3 the first and the last page view of the batch: a visitor's sessions are all of one day.
 * Returns the visitors one of whose sessions now begins elsewhere than any did before. `offset 0` keeps Postgres from reading
 * all sessions to find those of a few visitors.
 */
const mergeSql = `
  with views as (
    select * from unnest(${given.map(([, type], i) => `$${i + 4}::${type}[]`).join(', ')})
      as v (${given.map(([name]) => name).join(', ')})),
  near as materialized (
    select kept.* from (
      select visitor, min(occurred_at) as first_at, max(occurred_at) as last_at
      from views group by 1) as seen
    cross join lateral (
      select * from sessions
      where sessions.visitor = seen.visitor
        and sessions.started_at between $2::timestamptz - interval '26 hours' and $3::timestamptz + ${longestGap}
        and sessions.started_at <= seen.last_at + ${longestGap} and sessions.ended_at >= seen.first_at - ${longestGap}
      offset 0) as kept),
  ${mergedSessions(`${piecesOfViews('views', { idOf: (kind) => `${kind}_id`, source: 'source', visitor: 'visitor' })} union all ${piecesOfSessions('near')}`)},
  swallowed as (
    delete from sessions using near, merged
    where sessions.visitor = near.visitor and sessions.started_at = near.started_at
      and merged.visitor = near.visitor and near.started_at between merged.started_at and merged.ended_at
      and near.started_at <> merged.started_at
    returning sessions.visitor),
  added as (
    insert into sessions (${sessionColumns.join(', ')}) select ${sessionValues.join(', ')} from merged
    on conflict (visitor, started_at) do update set ${sessionColumns.map((column) => `${column} = excluded.${column}`).join(', ')})
  select visitor from merged where kept_at is distinct from started_at
  union select visitor from swallowed`;

/** Adds page views whose rows are new to the sessions of their visitors, in the transaction that stored them. */
export async function storeSessions(
  tx: EntityManager,
  views: SessionView[],
  { timeZone, names }: { timeZone: string; names: BatchNames },
): Promise<void> {
  const byPeople = views.filter((view) => view.visitor);
  if (byPeople.length === 0) return;
  const times = byPeople.map((view) => view.occurredAt);
  const timesMs = times.map((time) => Date.parse(time));
  const at = (timeMs: number) => new Date(timeMs).toISOString();
  const ids = byPeople.map((view) => names.idsOf(view));
  const values = [
    ...columns.map(([, , value]) => byPeople.map(value)),
    ...nameKinds.map((kind) => ids.map((one) => one[kind])),
  ];
  const [first, last] = [at(Math.min(...timesMs)), at(Math.max(...timesMs))];
  await lockSessions(tx, timeZone, times);
  await names.store(tx);
  const moved = await tx.query<{ visitor: string }[]>(mergeSql, [timeZone, first, last, ...values]);
  await recountExtras(
    tx,
    moved.map(({ visitor }) => visitor),
  );
}
