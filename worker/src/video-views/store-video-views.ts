import type { VideoView } from '@voordeur/contracts/db';
import type { EntityManager } from 'typeorm';
import type { Place } from '../platform/geoip.js';
import { addingExpressions } from '../rollups/rollup.js';
import { addVideoViews, type CountedVideoView } from '../sessions/extras.js';
import { videoViewRollups } from '../rollups/video-view-rollups.js';

/** A video view with everything in its row. */
export interface EnrichedVideoView extends Pick<
  VideoView,
  'id' | 'viewId' | 'videoId' | 'videoTitle' | 'watchedSeconds' | 'visitor' | 'ip'
> {
  occurredAt: string;
  place: Place;
}

/** A row's columns in the order of the statement: name, array type, value. */
const columns: [name: string, type: string, value: (view: EnrichedVideoView) => unknown][] = [
  ['view_id', 'uuid', (v) => v.viewId],
  ['video_id', 'text', (v) => v.videoId],
  ['id', 'uuid', (v) => v.id],
  ['occurred_at', 'timestamptz', (v) => v.occurredAt],
  ['video_title', 'text', (v) => v.videoTitle],
  ['watched_seconds', 'int', (v) => v.watchedSeconds],
  ['visitor', 'bytea', (v) => v.visitor],
  ['country', 'text', (v) => v.place.country],
  ['city', 'text', (v) => v.place.city],
  ['ip', 'inet', (v) => v.ip],
];

const names = columns.map(([name]) => name).join(', ');

/** As `countedVisits`, of an insert into `video_views`. */
export const countedVideoViews = (insert: string) => `
  counted_views as (
    ${insert}
    returning id, view_id, video_id, video_title, visitor, occurred_at, occurred_at at time zone $1 as local_time,
      watched_seconds, previous_seconds as counted_seconds),
  counted_viewers as (
    insert into day_viewers (day, video_id, visitor)
    select distinct local_time::date, video_id, visitor from counted_views where counted_seconds = 0 order by 1, 2, 3
    on conflict do nothing returning day, video_id),
  ${addingExpressions(videoViewRollups)}`;

/**
 * A longer view raises the row and leaves its old value in `previous_seconds`, so that the statement knows the
 * difference whatever else is written at the same time. A new row has 0 there. A view began at its earliest report, in
 * whatever order the reports arrive.
 */
const isLonger = 'excluded.watched_seconds > video_views.watched_seconds';
const isEarlier =
  '(excluded.visitor = video_views.visitor and excluded.occurred_at < video_views.occurred_at)';
const insertOrRaise = `
    insert into video_views (${names}) select ${names} from incoming order by view_id, video_id
    on conflict (view_id, video_id) do update set
      previous_seconds = video_views.watched_seconds,
      watched_seconds = greatest(video_views.watched_seconds, excluded.watched_seconds),
      occurred_at = case when ${isEarlier} then excluded.occurred_at else video_views.occurred_at end,
      video_title = case when ${isLonger} then excluded.video_title else video_views.video_title end
    where ${isLonger} or ${isEarlier}`;

const sql = `
  with incoming as (
    select * from unnest(${columns.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')}) as v (${names})),
  ${countedVideoViews(insertOrRaise)}
  select incoming.id, encode(counted_views.visitor, 'hex')::uuid as visitor, counted_views.occurred_at as "occurredAt",
    counted_views.watched_seconds as "watchedSeconds", counted_seconds as "countedSeconds",
    counted_seconds > 0 and counted_views.occurred_at = incoming.occurred_at as "isEarlier"
  from incoming join counted_views using (view_id, video_id)`;

/**
 * Stores views that are new or longer, adds the differences to the rollups and sessions, and returns the ids of the events
 * that did so.
 */
export async function storeVideoViews(
  db: EntityManager,
  views: EnrichedVideoView[],
  timeZone: string,
): Promise<string[]> {
  if (views.length === 0) return [];
  const rows: ({ id: string } & CountedVideoView)[] = await db.query(sql, [
    timeZone,
    ...columns.map(([, , value]) => views.map(value)),
  ]);
  await addVideoViews(db, rows, timeZone);
  return rows.map((row) => row.id);
}
