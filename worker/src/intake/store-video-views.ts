import type { VideoView } from '@voordeur/contracts/db';
import type { EntityManager } from 'typeorm';
import type { Place } from '../platform/geoip.js';
import { noteChangedDays } from '../days/changed-days.js';

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

/**
 * A longer view raises the row. `previous_seconds` tells who watches now from when the view began. A view began at its earliest
 * report, in whatever order the reports arrive.
 */
const isLonger = 'excluded.watched_seconds > video_views.watched_seconds';
const isEarlier =
  '(excluded.visitor = video_views.visitor and excluded.occurred_at < video_views.occurred_at)';

const storeSql = `
  with incoming as (
    select * from unnest(${columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ')}) as v (${names})),
  stored as (
    insert into video_views (${names}) select ${names} from incoming order by view_id, video_id
    on conflict (view_id, video_id) do update set
      previous_seconds = video_views.watched_seconds,
      watched_seconds = greatest(video_views.watched_seconds, excluded.watched_seconds),
      occurred_at = case when ${isEarlier} then excluded.occurred_at else video_views.occurred_at end,
      video_title = case when ${isLonger} then excluded.video_title else video_views.video_title end
    where ${isLonger} or ${isEarlier}
    returning view_id, video_id, occurred_at)
  select incoming.id, stored.occurred_at as "occurredAt" from incoming join stored using (view_id, video_id)`;

/** Stores views that are new or longer, and returns the ids of the events that did so. */
export async function storeVideoViews(
  tx: EntityManager,
  views: EnrichedVideoView[],
  timeZone: string,
): Promise<string[]> {
  if (views.length === 0) return [];
  const rows = await tx.query<{ id: string; occurredAt: Date }[]>(
    storeSql,
    columns.map(([, , value]) => views.map(value)),
  );
  await noteChangedDays(
    tx,
    timeZone,
    rows.map(({ occurredAt }) => occurredAt),
  );
  return rows.map(({ id }) => id);
}
