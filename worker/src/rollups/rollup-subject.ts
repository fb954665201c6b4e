import type { Rollup } from './rollup.js';
import { videoViewRollups } from './video-view-rollups.js';
import { visitRollups } from './visit-rollups.js';

/** Raw rows, the rollups that count them, and how to read them back for a recount. */
export interface RollupSubject {
  rollups: Rollup[];
  /** Members of a day, kept to know who is new to it. */
  members: { table: string; from: string; columns: string[] };
  /**
   * Common table expressions of the relations that `rollups` count, over the raw rows between the instants
   * `$2` and `$3` (bounds with a margin, for partitions and indexes) for which `onDay` holds.
   */
  recounted: (onDay: (day: string) => string) => string;
}

/** All instants that an id and a log can have. */
export const allTime = ['1970-01-01T00:00:00Z', '9999-01-01T00:00:00Z'];

/** SQL: the day of a raw row in the zone `$1`. */
export const localDay = '(occurred_at at time zone $1)::date';
/** SQL: the first id that a page view of this instant can have. */
export const firstId = (time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

export const rollupSubjects: RollupSubject[] = [
  {
    rollups: visitRollups,
    members: { table: 'day_visitors', from: 'counted_visitors', columns: ['day', 'visitor'] },
    recounted: (onDay) => `
      counted_visits as (
        select *, occurred_at at time zone $1 as local_time from visits
        where id >= ${firstId('$2::timestamptz')} and id < ${firstId('$3::timestamptz')} and ${onDay(localDay)}),
      counted_visitors as (
        select distinct local_time::date as day, visitor from counted_visits where visitor is not null)`,
  },
  {
    rollups: videoViewRollups,
    members: { table: 'day_viewers', from: 'counted_viewers', columns: ['day', 'video_id', 'visitor'] },
    recounted: (onDay) => `
      counted_views as (
        select *, occurred_at at time zone $1 as local_time, 0 as counted_seconds from video_views
        where occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz and ${onDay(localDay)}),
      counted_viewers as (select distinct local_time::date as day, video_id, visitor from counted_views)`,
  },
];

/**
 * SQL: whether a local day, in the zone of parameter `zone`, overlaps a sealed month (UTC). The figures of such a day can
 * no longer be recounted.
 */
export function isSealedDay(day: string, zone: string): string {
  return `exists (select 1 from sealed_months where ${day} between
    (month::timestamp at time zone 'UTC' at time zone ${zone})::date and
    ((month + interval '1 month' - interval '1 microsecond')::timestamp at time zone 'UTC' at time zone ${zone})::date)`;
}
