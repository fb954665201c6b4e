import type { Days, RangeName, VideoRetention } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { inSnapshot, loadQuery } from './query.js';
import { readDaysOf } from './read-range.js';

const retention = loadQuery<{ seconds: number; views: number }>('retention');

/** How long a video was watched in a named range as of `now`, or in the given days, in days of `timeZone`. */
export async function readRetention(
  db: DataSource,
  videoId: string,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
): Promise<VideoRetention> {
  return inSnapshot(db, async (snapshot) => {
    const { from, to } = (await readDaysOf(snapshot, range, now, timeZone)).days;
    const ended = await retention(snapshot, [videoId, from, to]);
    const longest = ended[0]?.seconds;
    const reached = longest === undefined ? [] : Array<number>(longest + 1).fill(0);
    for (const { seconds, views } of ended) reached[seconds] = views;
    // A view that reached one second reached all earlier ones.
    for (let second = reached.length - 2; second >= 0; second -= 1)
      reached[second] = (reached[second] ?? 0) + (reached[second + 1] ?? 0);
    return { videoId, from, to, reached };
  });
}
