import { longestCountedSeconds, watchMarks } from '@voordeur/contracts/http';
import type { Rollup } from './rollup.js';

/**
 * `counted_views` has a row for each view that is new or was watched longer than before: `watched_seconds` now,
 * `counted_seconds` as far as it was counted (0: new). `counted_viewers` has the (day, video, visitor) triples new to
 * their day.
 */
export const videoViewRollups: Rollup[] = [
  {
    table: 'video_views_by_day',
    from: 'counted_views',
    keys: { day: 'local_time::date', video_id: 'video_id' },
    sums: {
      views: 'count(*) filter (where counted_seconds = 0)',
      watched_seconds: 'sum(watched_seconds - counted_seconds)',
      ...Object.fromEntries(watchMarks.map((seconds) => [`reached_${seconds}`, passed(seconds)])),
    },
    labels: { video_title: '(array_agg(video_title order by id desc))[1]' },
  },
  {
    table: 'video_views_by_day_second',
    // A view that lasts longer than before leaves the second that it was counted at.
    from: `counted_views cross join lateral (values (watched_seconds, 1), (counted_seconds, -1)) as ended (at_second, views)`,
    where: 'ended.at_second > 0',
    keys: {
      day: 'local_time::date',
      video_id: 'video_id',
      seconds: `least(ended.at_second, ${longestCountedSeconds})`,
    },
    sums: { views: 'sum(ended.views)' },
  },
  {
    table: 'viewers_by_day',
    from: 'counted_viewers',
    keys: { day: 'day', video_id: 'video_id' },
    sums: { viewers: 'count(*)' },
  },
];

/** A view passes a mark once, however often it is sent. */
function passed(seconds: number): string {
  return `count(*) filter (where watched_seconds >= ${seconds} and counted_seconds < ${seconds})`;
}
