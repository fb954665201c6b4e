import { watchMarks, type VideoStats } from '@voordeur/contracts/http';
import { countryName } from './country-name.js';
import { question, type Snapshot } from './query.js';

const videos = question<{
  video_id: string;
  title: string;
  views: number;
  unique_viewers: number;
  watched_seconds: number;
  /** In the order of `watchMarks`. */
  reached: number[];
}>('videos');

/** How each video was watched from one day to another, both included; without them, ever. */
export async function readVideoStats(snapshot: Snapshot, from?: string, to?: string): Promise<VideoStats[]> {
  const rows = await videos(snapshot, [from ?? null, to ?? null]);
  return rows.map((row) => ({
    videoId: row.video_id,
    title: row.title,
    views: row.views,
    uniqueViewers: row.unique_viewers,
    averageWatchTime: Math.round(row.watched_seconds / row.views),
    totalWatchTime: row.watched_seconds,
    reached: watchMarks.map((seconds, mark) => ({ seconds, views: row.reached[mark] ?? 0 })),
  }));
}

export interface CountryRow {
  country: string;
  visits: number;
}

export interface PageRow {
  page: string;
  visits: number;
}

/** Country name to count, largest first. */
export function countryStats(rows: CountryRow[]): Record<string, number> {
  const stats = emptyStats();
  for (const { country, visits } of rows) stats[countryName(country)] = visits;
  return stats;
}

/** Page to count, largest first. */
export function pageStats(rows: PageRow[]): Record<string, number> {
  const stats = emptyStats();
  for (const { page, visits } of rows) stats[page] = visits;
  return stats;
}

/** Without a prototype V8 takes it for a dictionary at once; else it would make a hidden class for each page. */
function emptyStats(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

/** Per day, with one decimal. */
export function averageDaily(total: number, days: number): number {
  return Math.round((total / days) * 10) / 10;
}
