import { type Goal, goalBit, type Suspicion, videoGoals } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { Place } from '../platform/geoip.js';
import { type BatchNames, nameId, nameKinds, nameSql, type NamedView } from './names.js';
import { classOf } from './source-class.js';
import {
  extrasWhere,
  longestGap,
  mergedSessions,
  piecesOfSessions,
  piecesOfViews,
  sessionColumns,
  sessionValues,
  visitorsOf,
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
  ['visitor', 'bytea', (v) => v.visitor],
  ['occurred_at', 'timestamptz', (v) => v.occurredAt],
  ['source', 'smallint', (v) => classOf(v)],
  ['language', 'text', (v) => v.language ?? null],
  ['country', 'text', (v) => v.place.country],
  ['suspicion', 'text', (v) => v.suspicion],
];
const given = [...columns, ...nameKinds.map((kind) => [`${kind}_id`, 'bigint'] as const)];

/** Adds what isn't there yet of the names of people's page views for which `where` holds. */
export async function addNames(tx: EntityManager, where: string, values: unknown[]): Promise<void> {
  const views = `select * from visits where bot_reason is null and ${where}`;
  const found = nameKinds.map(
    (kind) => `select '${kind}' as kind, ${nameSql[kind]} as name from (${views}) as views`,
  );
  await tx.query(
    `with found as (${found.join(' union ')}),
    identified as (select ${nameId('kind', 'name')} as id, kind, name from found where name is not null)
    insert into names (id, kind, name) select id, kind, name from identified
    where not exists (select from names where names.id = identified.id) order by id on conflict do nothing`,
    values,
  );
}

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
      select encode(visitor, 'hex')::uuid as visitor, min(occurred_at) as first_at, max(occurred_at) as last_at
      from views group by 1) as seen
    cross join lateral (
      select * from sessions
      where sessions.visitor = seen.visitor
        and sessions.started_at between $2::timestamptz - interval '26 hours' and $3::timestamptz + ${longestGap}
        and sessions.started_at <= seen.last_at + ${longestGap} and sessions.ended_at >= seen.first_at - ${longestGap}
      offset 0) as kept),
  ${mergedSessions(`${piecesOfViews('views', { idOf: (kind) => `${kind}_id`, source: 'source' })} union all ${piecesOfSessions('near')}`)},
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

/**
 * Takes turns with everything else that writes sessions of these instants' days, until the transaction ends; what it
 * committed is visible to the statements that follow. Call it after the rows are stored, so that all take their locks in one order.
 */
export async function lockSessions(
  tx: EntityManager,
  timeZone: string,
  times: (string | Date)[],
): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('voordeur/sessions'), day - date '2000-01-01') from (
      select distinct (at at time zone $1)::date as day from unnest($2::timestamptz[]) as one (at) order by 1) as days`,
    [timeZone, times],
  );
}

/** Adds page views whose rows are new to the sessions of their visitors, in the transaction that stored them. */
export async function storeSessions(
  tx: EntityManager,
  views: SessionView[],
  { timeZone, names }: { timeZone: string; names: BatchNames },
): Promise<void> {
  const byPeople = views.filter((view) => view.visitor);
  if (byPeople.length === 0) return;
  const times = byPeople.map((view) => Date.parse(view.occurredAt));
  const at = (timeMs: number) => new Date(timeMs).toISOString();
  const ids = byPeople.map((view) => names.idsOf(view));
  const values = [
    ...columns.map(([, , value]) => byPeople.map(value)),
    ...nameKinds.map((kind) => ids.map((one) => one[kind])),
  ];
  const [first, last] = [at(Math.min(...times)), at(Math.max(...times))];
  await lockSessions(tx, timeZone, values[1] as string[]);
  await names.store(tx);
  const moved = await tx.query<{ visitor: string }[]>(mergeSql, [timeZone, first, last, ...values]);
  await recountExtras(
    tx,
    moved.map(({ visitor }) => visitor),
  );
}

/** SQL: the session that an extra belongs to: the one that began last before it, else the first. */
const sessionOfExtra = `(
  select started_at from sessions where sessions.visitor = extras.visitor
  order by started_at > extras.occurred_at, abs(extract(epoch from extras.occurred_at - started_at)) limit 1)`;

const summed = `summed as (
  select visitor, ${sessionOfExtra} as started_at, sum(seconds)::int as video_seconds, bit_or(bits) as goals
  from extras group by 1, 2)`;

/** A session that begins elsewhere may have others' extras now, and others may have its. */
const recountExtrasSql = `
  with extras as materialized (${extrasWhere(`visitor = any(${visitorsOf('$1')})`)}),
  ${summed}
  update sessions set video_seconds = coalesce(summed.video_seconds, 0), goals = coalesce(summed.goals, 0)
  from sessions as kept left join summed using (visitor, started_at)
  where kept.visitor in (select visitor from extras)
    and sessions.visitor = kept.visitor and sessions.started_at = kept.started_at`;

async function recountExtras(tx: EntityManager, visitors: string[]): Promise<void> {
  if (visitors.length > 0) await tx.query(recountExtrasSql, [visitors]);
}

const addExtrasSql = `
  with extras as (
    select * from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[])
      as e (visitor, occurred_at, seconds, bits)),
  ${summed}
  update sessions set video_seconds = sessions.video_seconds + summed.video_seconds, goals = sessions.goals | summed.goals
  from summed where sessions.visitor = summed.visitor and sessions.started_at = summed.started_at`;

/** What a visitor did beside viewing pages. */
interface Extra {
  visitor: string;
  occurredAt: string | Date;
  /** Watched, beyond what was added before. */
  seconds: number;
  goals: Goal[];
}

/**
 * Adds this to the sessions it belongs to, in the transaction that stores its rows. Where no page view has come in yet, the
 * session finds those rows when it does.
 */
async function addExtras(tx: EntityManager, extras: Extra[], timeZone: string): Promise<void> {
  if (extras.length === 0) return;
  await lockSessions(
    tx,
    timeZone,
    extras.map(({ occurredAt }) => occurredAt),
  );
  await tx.query(addExtrasSql, [
    extras.map(({ visitor }) => visitor),
    extras.map(({ occurredAt }) => occurredAt),
    extras.map(({ seconds }) => seconds),
    extras.map(({ goals }) => goals.reduce((bits, goal) => bits | goalBit(goal), 0)),
  ]);
}

/** A video view that is new or was watched longer than before, as its row says now. */
export interface CountedVideoView {
  /** As sessions have it. */
  visitor: string;
  occurredAt: Date;
  watchedSeconds: number;
  /** As far as it was counted before (0: new). */
  countedSeconds: number;
  /** It began earlier than was known. */
  isEarlier: boolean;
}

/** Adds video views to the sessions of their visitors, in the transaction that stored them. */
export async function addVideoViews(
  tx: EntityManager,
  views: CountedVideoView[],
  timeZone: string,
): Promise<void> {
  const extras = views.map(({ visitor, occurredAt, watchedSeconds, countedSeconds }) => ({
    visitor,
    occurredAt,
    seconds: watchedSeconds - countedSeconds,
    goals: videoGoals.filter(({ seconds }) => watchedSeconds >= seconds).map(({ goal }) => goal),
  }));
  await addExtras(tx, extras, timeZone);
  const earlier = views.filter(({ isEarlier }) => isEarlier);
  await recountExtras(
    tx,
    earlier.map(({ visitor }) => visitor),
  );
}

interface ReachedGoal {
  visitor: string;
  occurredAt: string | Date;
}

const returnedGoal = `returning encode(visitor, 'hex')::uuid as visitor, occurred_at as "occurredAt"`;

/** Notes that a visitor reached a goal by a lead, once, in the transaction that stores the lead. Call it last in it. */
export async function reachGoal(
  tx: EntityManager,
  { leadId, goal, visitor, occurredAt }: { leadId: string; goal: Goal; visitor: Buffer; occurredAt: string },
  timeZone: string,
): Promise<void> {
  const reached = await tx.query<ReachedGoal[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at) values ($1, $2, $3, $4)
    on conflict do nothing ${returnedGoal}`,
    [leadId, goal, visitor, occurredAt],
  );
  await addGoal(tx, reached, goal, timeZone);
}

/** The session that brought a newsletter signup also brought its confirmation, on whatever day and device that's given. */
export async function reachByConfirming(tx: EntityManager, leadId: string, timeZone: string): Promise<void> {
  const reached = await tx.query<ReachedGoal[]>(
    `insert into reached_goals (lead_id, goal, visitor, occurred_at)
    select lead_id, $2, visitor, occurred_at from reached_goals where lead_id = $1 and goal = $3
    on conflict do nothing ${returnedGoal}`,
    [leadId, 'newsletter-confirmed' satisfies Goal, 'newsletter' satisfies Goal],
  );
  await addGoal(tx, reached, 'newsletter-confirmed', timeZone);
}

function addGoal(tx: EntityManager, reached: ReachedGoal[], goal: Goal, timeZone: string): Promise<void> {
  return addExtras(
    tx,
    reached.map((one) => ({ ...one, seconds: 0, goals: [goal] })),
    timeZone,
  );
}
