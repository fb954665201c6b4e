import type { Rollup } from './rollup.js';

/**
 * `counted_views` has a row for each view that is new (`is_new`) or was watched longer than before
 * (`gained_seconds`); `counted_viewers` the (day, video, visitor) triples new to their day.
 */
export const videoViewRollups: Rollup[] = [
  {
    table: 'video_views_by_day',
    from: 'counted_views',
    keys: { day: 'local_time::date', video_id: 'video_id' },
    sums: { views: 'count(*) filter (where is_new)', watched_seconds: 'sum(gained_seconds)' },
    labels: { video_title: '(array_agg(video_title order by id desc))[1]' },
  },
  {
    table: 'viewers_by_day',
    from: 'counted_viewers',
    keys: { day: 'day', video_id: 'video_id' },
    sums: { viewers: 'count(*)' },
  },
];
