import type { VideoViewInProgress } from './video-view-in-progress.js';

/** One of each (viewId, videoId): the first sending, with the longest time of all. A statement may touch a row once. */
export function keepLongest(views: VideoViewInProgress[]): VideoViewInProgress[] {
  const byKey = new Map<string, VideoViewInProgress>();
  for (const view of views) {
    const key = `${view.viewId.toLowerCase()} ${view.videoId}`;
    const first = byKey.get(key);
    if (!first) byKey.set(key, { ...view });
    else first.watchedSeconds = Math.max(first.watchedSeconds, view.watchedSeconds);
  }
  return [...byKey.values()];
}
