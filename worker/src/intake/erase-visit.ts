import type { MyVisitErased } from '@voordeur/contracts/http';
import { queueNames, type VisitorRequest, visitorRequests } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { anonymizeAddress } from './anonymize.js';
import { holdStoring } from './erased-visitors.js';
import { noteChangedDays } from '../days/changed-days.js';

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
 * Erases the rows of a visit; its day is built again without them. Accepted events that aren't stored yet won't be. Running
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
      await noteChangedDays(tx, visit.timeZone, [visit.from]);
      await forgetOldFigures(tx, visit);
      await forgetShown(tx, visit);
      erased.leads = await releaseLeads(tx, visit, leadDigest);
      await answer(tx, { erased });
      return true;
    });
  }
}

async function rememberErasure(tx: EntityManager, { visitor, day }: OwnVisit): Promise<void> {
  await tx.query(
    `insert into erased_visitors (visitor, day, erased_at) values ($1, $2, clock_timestamp())
    on conflict (visitor) do update set erased_at = excluded.erased_at`,
    [visitor, day],
  );
}

async function erasePageViews(tx: EntityManager, { visitor, firstId, endId }: OwnVisit): Promise<number> {
  const rows = await tx.query<unknown[]>(
    `with gone as (
      delete from visits where id >= $2 and id < $3 and id = any(array(
        select id from visits where visitor = $1 and id >= $2 and id < $3 order by id limit ${rowsAtOnce}))
      returning id),
    forgotten_deliveries as (
      delete from outbox where destination = 'booking-visit' and type = 'visit.booking'
        and event_id in (select id from gone))
    select id from gone`,
    [visitor, firstId, endId],
  );
  return rows.length;
}

async function eraseVideoViews(tx: EntityManager, { visitor, from, to }: OwnVisit): Promise<number> {
  const [, views] = await tx.query<[unknown, number]>(
    `delete from video_views where (view_id, video_id) in (
      select view_id, video_id from video_views
      where visitor = $1 and occurred_at >= $2 and occurred_at < $3 limit ${rowsAtOnce})`,
    [visitor, from, to],
  );
  return views;
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

/** A worker of the version before may have added the visit to these tables, on the day of the upgrade. */
async function forgetOldFigures(tx: EntityManager, { visitor }: OwnVisit): Promise<void> {
  for (const table of ['day_visitors', 'day_viewers'])
    await tx.query(`delete from ${table} where visitor = $1`, [visitor]);
  await tx.query(`delete from sessions where visitor = encode($1::bytea, 'hex')::uuid`, [visitor]);
}

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
