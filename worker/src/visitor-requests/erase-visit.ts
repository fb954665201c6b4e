import type { MyVisitErased } from '@voordeur/contracts/http';
import { queueNames, type VisitorRequest, visitorRequests } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import { holdStoring } from '../intake/erased-visitors.js';
import { deleteEmptySql, type Rollup, subtractSql, withMonthly } from '../rollups/rollup.js';
import { videoViewRollups } from '../rollups/video-view-rollups.js';
import { lockDays } from '../sessions/lock-sessions.js';
import { visitRollups } from '../rollups/visit-rollups.js';

/** A visitor's visit of one day. */
export interface OwnVisit {
  visitor: Buffer;
  /** In the site's zone. */
  day: string;
  timeZone: string;
  /** Of the day: ISO instants, and the first ids of visits at them. */
  from: string;
  to: string;
  firstId: string;
  endId: string;
}

/** A page that the erased visit had seen, and when it last did. Kept as Postgres wrote it. */
interface SeenPage {
  page: string;
  lastSeenAt: string;
}

/**
 * Erases the rows of a visit and takes them off the figures, in the caller's transaction. What was accepted until now and
 * isn't stored yet won't be. Done twice, the second finds nothing.
 */
export async function eraseVisit(
  tx: EntityManager,
  visit: OwnVisit,
  client: VisitorRequest,
  leadDigest: Buffer,
): Promise<MyVisitErased> {
  await holdStoring(tx);
  await tx.query(
    `insert into erased_visitors (visitor, day, erased_at) values ($1, $2, clock_timestamp())
    on conflict (visitor) do update set erased_at = excluded.erased_at`,
    [visit.visitor, visit.day],
  );
  const ids = await erasePageViews(tx, visit);
  const videoViews = await eraseVideoViews(tx, visit);
  const goals = await eraseSessions(tx, visit);
  await forgetElsewhere(tx, visit, ids, client);
  const leads = await releaseLeads(tx, visit, leadDigest);
  return { erased: { pageViews: ids.length, videoViews, leads, goals } };
}

const subtracting = (rollups: Rollup[]) =>
  withMonthly(rollups)
    .map((rollup) => `subtracted_from_${rollup.table} as (${subtractSql(rollup)})`)
    .join(',\n');

/** One statement for rows and figures. Its parameters: the zone, the visitor, the bounds of the day, the day. */
const erasePageViewsSql = `
  with counted_visits as (
    delete from visits where visitor = $2 and id >= $3 and id < $4
    returning *, occurred_at at time zone $1 as local_time),
  counted_visitors as (delete from day_visitors where day = $5 and visitor = $2 returning day, visitor),
  ${subtracting(visitRollups)}
  select id, split_part(page, '?', 1) as page, occurred_at::text as "lastSeenAt" from counted_visits
  order by occurred_at`;

async function erasePageViews(tx: EntityManager, visit: OwnVisit): Promise<string[]> {
  const { visitor, day, timeZone, firstId, endId } = visit;
  const rows = await tx.query<({ id: string } & SeenPage)[]>(erasePageViewsSql, [
    ...[timeZone, visitor, firstId, endId, day],
  ]);
  await deleteEmpty(tx, visitRollups, day);
  await lookUpLastSeen(tx, visit, [...new Map(rows.map((row) => [row.page, row])).values()]);
  return rows.map(({ id }) => id);
}

const eraseVideoViewsSql = `
  with counted_views as (
    delete from video_views where visitor = $2 and occurred_at >= $3 and occurred_at < $4
    returning *, occurred_at at time zone $1 as local_time, 0 as counted_seconds),
  counted_viewers as (delete from day_viewers where day = $5 and visitor = $2 returning day, video_id),
  ${subtracting(videoViewRollups)}
  select 1 from counted_views`;

async function eraseVideoViews(tx: EntityManager, visit: OwnVisit): Promise<number> {
  const { visitor, day, timeZone, from, to } = visit;
  const rows = await tx.query<unknown[]>(eraseVideoViewsSql, [timeZone, visitor, from, to, day]);
  await deleteEmpty(tx, videoViewRollups, day);
  return rows.length;
}

/** Returns how many goals were reached in them. */
async function eraseSessions(tx: EntityManager, { visitor, timeZone, from }: OwnVisit): Promise<number> {
  await lockDays(tx, timeZone, [from]);
  await tx.query(`delete from sessions where visitor = encode($1::bytea, 'hex')::uuid`, [visitor]);
  const [, goals] = await tx.query<[unknown, number]>('delete from reached_goals where visitor = $1', [
    visitor,
  ]);
  return goals;
}

async function deleteEmpty(tx: EntityManager, rollups: Rollup[], day: string): Promise<void> {
  for (const rollup of withMonthly(rollups)) {
    const [period] = Object.keys(rollup.keys);
    const ofDay = `${period ?? ''}::date in ($1::date, date_trunc('month', $1::date)::date)`;
    await tx.query(deleteEmptySql(rollup, ofDay), [day]);
  }
}

/** Where the erased visit was the last to see a page, somebody else was before. */
async function lookUpLastSeen(
  tx: EntityManager,
  { day, firstId, endId }: OwnVisit,
  seen: SeenPage[],
): Promise<void> {
  if (seen.length === 0) return;
  const pages = seen.map(({ page }) => page);
  await tx.query(
    `with stale as materialized (
      select gone.page, page_key from unnest($1::text[], $2::timestamptz[]) as gone (page, last_seen_at)
      join visits_by_day_page as kept on kept.day = $3 and page_key = md5(gone.page)::uuid
      where kept.last_seen_at = gone.last_seen_at),
    seen as (
      select page_key, occurred_at from stale cross join lateral (
        select occurred_at from visits
        where bot_reason is null and id >= $4 and id < $5 and split_part(visits.page, '?', 1) = stale.page
        order by id desc limit 1) as newest)
    update visits_by_day_page as kept set last_seen_at = seen.occurred_at from seen
    where kept.day = $3 and kept.page_key = seen.page_key`,
    [pages, seen.map(({ lastSeenAt }) => lastSeenAt), day, firstId, endId],
  );
  await tx.query(
    `update visits_by_month_page as kept set last_seen_at = coalesce((
      select max(last_seen_at) from visits_by_day_page as of_day
      where of_day.page_key = kept.page_key and date_trunc('month', of_day.day) = kept.month
        and of_day.day >= kept.month and of_day.day < kept.month + interval '1 month'), kept.last_seen_at)
    where month = date_trunc('month', $1::date)::date
      and page_key in (select md5(page)::uuid from unnest($2::text[]) as page)`,
    [day, pages],
  );
}

/**
 * What a visit leaves beside its rows: its delivery to the owner's endpoint, events of it that never became rows, and
 * what was shown to its visitor.
 */
async function forgetElsewhere(
  tx: EntityManager,
  { visitor, from }: OwnVisit,
  ids: string[],
  { address, userAgent }: VisitorRequest,
): Promise<void> {
  await tx.query(`delete from outbox where destination = 'booking-visit' and event_id = any($1::uuid[])`, [
    ids,
  ]);
  await tx.query(
    `delete from rejected_events where queue = any($1) and rejected_at >= $2
      and position($3 in event) > 0 and position($4 in event) > 0`,
    [
      [queueNames.visits, queueNames.videoViews, queueNames.goals],
      from,
      `"address":${JSON.stringify(address)}`,
      `"userAgent":${JSON.stringify(userAgent)}`,
    ],
  );
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
