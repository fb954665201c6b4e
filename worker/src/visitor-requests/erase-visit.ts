import type { MyVisitErased } from '@voordeur/contracts/http';
import { queueNames, type VisitorRequest, visitorRequests } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { anonymizeAddress } from '../intake/anonymize.js';
import { holdStoring } from '../intake/erased-visitors.js';
import { deleteEmptySql, type Rollup, startOf, subtractSql, withMonthly } from '../rollups/rollup.js';
import { videoViewRollups } from '../rollups/video-view-rollups.js';
import { lockDays } from '../sessions/lock-sessions.js';
import { visitRollups } from '../rollups/visit-rollups.js';

/** A visitor's visit of one day. */
export interface OwnVisit {
  visitor: Buffer;
  /** In the site's zone. */
  day: string;
  timeZone: string;
  /** Bounds of the day: ISO instants, and the first ids of visits at them. */
  from: string;
  to: string;
  firstId: string;
  endId: string;
}

/** Rows of each kind that one transaction erases: everything else that is stored waits for it. */
const rowsAtOnce = 500;

/**
 * Erases the rows of a visit and takes them off the figures. Accepted events that aren't stored yet won't be. Running
 * it again finds nothing. `answer` is called in the transaction that erases the last of them. Nothing else can be
 * stored while one of its transactions runs, so each is short: its statements find their rows by an index, their number
 * is limited, and one that has to wait gives up and is retried. Longer work is done before and after.
 */
export async function eraseVisit(
  db: DataSource,
  visit: OwnVisit,
  client: VisitorRequest,
  leadDigest: Buffer,
  answer: (tx: EntityManager, erased: MyVisitErased) => Promise<void>,
): Promise<void> {
  await forgetRejected(db, visit, client);
  const erased = { pageViews: 0, videoViews: 0, leads: 0, goals: 0 };
  for (let isDone = false; !isDone;) {
    isDone = await db.transaction(async (tx) => {
      await holdStoring(tx);
      await tx.query(`set local lock_timeout = '250ms'`);
      await rememberErasure(tx, visit);
      const some = {
        pageViews: await erasePageViews(tx, visit),
        videoViews: await eraseVideoViews(tx, visit),
        goals: await eraseGoals(tx, visit),
      };
      for (const kind of ['pageViews', 'videoViews', 'goals'] as const) erased[kind] += some[kind];
      if (Object.values(some).includes(rowsAtOnce)) return false;
      await eraseSessions(tx, visit);
      await forgetShown(tx, visit);
      erased.leads = await releaseLeads(tx, visit, leadDigest);
      await answer(tx, { erased });
      return true;
    });
  }
  await tidyFigures(db, visit);
}

async function rememberErasure(tx: EntityManager, { visitor, day }: OwnVisit): Promise<void> {
  await tx.query(
    `insert into erased_visitors (visitor, day, erased_at) values ($1, $2, clock_timestamp())
    on conflict (visitor) do update set erased_at = excluded.erased_at`,
    [visitor, day],
  );
}

const subtracting = (rollups: Rollup[]) =>
  withMonthly(rollups)
    .map((rollup) => `subtracted_from_${rollup.table} as (${subtractSql(rollup)})`)
    .join(',\n');

/**
 * One statement for rows and figures. Its parameters: the zone, the visitor, the bounds of the day, the day. The last page view
 * takes the visitor along.
 */
const erasePageViewsSql = `
  with counted_visits as (
    delete from visits where id >= $3 and id < $4 and id = any(array(
      select id from visits where visitor = $2 and id >= $3 and id < $4 order by id limit ${rowsAtOnce}))
    returning *, occurred_at at time zone $1 as local_time),
  counted_visitors as (
    delete from day_visitors where day = $5 and visitor = $2 and not exists (
      select from visits where visitor = $2 and id >= $3 and id < $4 and id not in (select id from counted_visits))
    returning day, visitor),
  forgotten_deliveries as (
    delete from outbox where destination = 'booking-visit' and type = 'visit.booking'
      and event_id in (select id from counted_visits)),
  ${subtracting(visitRollups)}
  select 1 from counted_visits`;

async function erasePageViews(tx: EntityManager, visit: OwnVisit): Promise<number> {
  const { visitor, day, timeZone, firstId, endId } = visit;
  const rows = await tx.query<unknown[]>(erasePageViewsSql, [timeZone, visitor, firstId, endId, day]);
  return rows.length;
}

const eraseVideoViewsSql = `
  with counted_views as (
    delete from video_views where (view_id, video_id) in (
      select view_id, video_id from video_views
      where visitor = $2 and occurred_at >= $3 and occurred_at < $4 limit ${rowsAtOnce})
    returning *, occurred_at at time zone $1 as local_time, 0 as counted_seconds),
  counted_viewers as (
    delete from day_viewers where day = $5 and visitor = $2 and video_id not in (
      select video_id from video_views where visitor = $2 and occurred_at >= $3 and occurred_at < $4
        and (view_id, video_id) not in (select view_id, video_id from counted_views))
    returning day, video_id),
  ${subtracting(videoViewRollups)}
  select 1 from counted_views`;

async function eraseVideoViews(tx: EntityManager, visit: OwnVisit): Promise<number> {
  const { visitor, day, timeZone, from, to } = visit;
  const rows = await tx.query<unknown[]>(eraseVideoViewsSql, [timeZone, visitor, from, to, day]);
  return rows.length;
}

/** Returns how many were reached. */
async function eraseGoals(tx: EntityManager, { visitor }: OwnVisit): Promise<number> {
  const [, goals] = await tx.query<[unknown, number]>(
    `delete from reached_goals where (lead_id, goal) in (
      select lead_id, goal from reached_goals where visitor = $1 limit ${rowsAtOnce})`,
    [visitor],
  );
  return goals;
}

async function eraseSessions(tx: EntityManager, { visitor, timeZone, from }: OwnVisit): Promise<void> {
  await lockDays(tx, timeZone, [from]);
  await tx.query(`delete from sessions where visitor = encode($1::bytea, 'hex')::uuid`, [visitor]);
}

/**
 * Deletes the figures of an erased visit's day and month that count nothing any more, and looks up when the pages were last
 * seen that it was the last to see. Page views may come in meanwhile: the later instant is kept.
 */
export async function tidyFigures(
  db: DataSource,
  { day, timeZone, firstId, endId }: Omit<OwnVisit, 'visitor'>,
): Promise<void> {
  for (const rollup of withMonthly([...visitRollups, ...videoViewRollups])) {
    const [period] = Object.keys(rollup.keys);
    const ofDay = `${period ?? ''}::date in ($1::date, date_trunc('month', $1::date)::date)`;
    await db.query(deleteEmptySql(rollup, ofDay), [day]);
  }
  await db.query(
    `with stale as (
      select page from visits_by_day_page where day = $2::date and last_seen_at = ${startOf('$2::date')}),
    seen as materialized (
      select md5(split_part(page, '?', 1))::uuid as page_key, max(occurred_at) as last_seen_at from visits
      where bot_reason is null and id >= $3 and id < $4 and split_part(page, '?', 1) in (select page from stale)
      group by 1),
    ${raising('visits_by_day_page', 'day', '$2::date')}`,
    [timeZone, day, firstId, endId],
  );
  const month = `date_trunc('month', $2::date)::date`;
  await db.query(
    `with stale as (
      select page_key from visits_by_month_page where month = ${month} and last_seen_at = ${startOf(month)}),
    seen as materialized (
      select page_key, max(last_seen_at) as last_seen_at from visits_by_day_page
      where day >= ${month} and day < ${month} + interval '1 month' and page_key in (select page_key from stale)
      group by 1),
    ${raising('visits_by_month_page', 'month', month)}`,
    [timeZone, day],
  );
}

/** SQL: raises when pages were last seen to the times of \`seen\`, locking rows in the order in which batches do. */
const raising = (table: string, period: string, value: string) => `
  locked as materialized (
    select page_key from ${table} where ${period} = ${value} and page_key in (select page_key from seen)
    order by page_key for update)
  update ${table} as kept set last_seen_at = greatest(kept.last_seen_at, seen.last_seen_at)
  from seen join locked using (page_key) where kept.${period} = ${value} and kept.page_key = seen.page_key`;

/** Events of the visit that never became rows: in Postgres as text, with address and agent. */
async function forgetRejected(
  db: DataSource,
  { from }: OwnVisit,
  { address, userAgent }: VisitorRequest,
): Promise<void> {
  await db.query(
    `delete from rejected_events where queue = any($1) and rejected_at >= $2
      and position($3 in event) > 0 and position($4 in event) > 0`,
    [
      [queueNames.visits, queueNames.videoViews, queueNames.goals],
      from,
      // As it's set aside: of the visitor's network, with the visitor's agent.
      `"address":${JSON.stringify(anonymizeAddress(address, 'truncate'))}`,
      `"userAgent":${JSON.stringify(userAgent)}`,
    ],
  );
}

/** Deletes the answer shown to the visitor. */
async function forgetShown(tx: EntityManager, { visitor }: OwnVisit): Promise<void> {
  await tx.query(`delete from outbox where destination = $1 and type = 'show' and payload->>'visitor' = $2`, [
    visitorRequests,
    visitor.toString('hex'),
  ]);
}

/** A lead stays, as its sender gave an address to be answered; how they came to the site goes. */
async function releaseLeads(tx: EntityManager, { from, to }: OwnVisit, visitDigest: Buffer): Promise<number> {
  const [, rows] = await tx.query<[unknown, number]>(
    `update leads set visit_match = 'not-counted', visit_digest = null, first_page = null, referrer = null,
      utm_source = null, utm_medium = null, utm_campaign = null
    where received_at >= $1 and received_at < $2 and visit_digest = $3`,
    [from, to, visitDigest],
  );
  return rows;
}
