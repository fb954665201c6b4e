import { nameKinds } from './names.js';
import {
  longestGap,
  mergedSessions,
  piecesOfSessions,
  piecesOfViews,
  sessionColumns,
  sessionValues,
} from './session-sql.js';

/** SQL: the ids of a page view's names, as `views` has them. */
export const nameIdColumns = nameKinds.map((kind) => `${kind}_id`);

const pieces = piecesOfViews('views', {
  idOf: (kind) => `${kind}_id`,
  source: 'source_class',
  visitor: 'visitor',
});

/**
 * Common table expressions that add page views (the relation `views`, with the ids of their names and the class of their
 * source) to the sessions of their visitors, whom `lockVisitors` locked in a statement before. They end in `moved`: the
 * visitors one of whose sessions now begins elsewhere than any did before. $1 is the site's zone, $2 and $3 are the first and
 * the last page view: a visitor's sessions are all of one day. `offset 0` keeps Postgres from reading all sessions to find
 * those of a few visitors.
 */
export const mergingExpressions = `
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
  ${mergedSessions(`${pieces} union all ${piecesOfSessions('near')}`)},
  -- Materialized: nearly always empty, and else Postgres looks for each session near by before it finds that out.
  later as materialized (
    select near.visitor, near.started_at from near join merged using (visitor)
    where near.started_at > merged.started_at and near.started_at <= merged.ended_at),
  swallowed as (
    delete from sessions using later
    where sessions.visitor = later.visitor and sessions.started_at = later.started_at
      and sessions.started_at between $2::timestamptz - interval '26 hours' and $3::timestamptz + ${longestGap}
    returning sessions.visitor),
  added_to_sessions as (
    insert into sessions (${sessionColumns.join(', ')}) select ${sessionValues.join(', ')} from merged
    on conflict (visitor, started_at) do update set ${sessionColumns.map((column) => `${column} = excluded.${column}`).join(', ')}),
  moved as (
    select visitor from merged where kept_at is distinct from started_at
    union select visitor from swallowed)`;
