/** Views that lasted longer are counted as this long. */
export const longestCountedSeconds = 3_600;

/** `GET /api/admin/analytics/videos/:videoId/retention`: how long a video was watched in the days from..to, both inclusive. */
export interface VideoRetention {
  videoId: string;
  from: string;
  to: string;
  /** For each second from 0 to that of the longest view: how many views lasted so long or longer. Empty without views. */
  reached: number[];
}
