import type { Place } from '../platform/geoip.js';

/** One opening of one video, as far as a batch knows it. */
export interface VideoViewInProgress {
  id: string;
  occurredAt: string;
  viewId: string;
  videoId: string;
  videoTitle: string;
  watchedSeconds: number;
  visitor: Buffer;
  place: Place;
  ip: string | null;
}
