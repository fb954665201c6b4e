import { type HoursOfWeek, watchMarks, type VideoStats } from '@voordeur/contracts/http';
import { loadQuery, type Snapshot } from './query.js';

export type VideoRow = Omit<VideoStats, 'averageWatchTime' | 'reached'> & {
  /** In the order of `watchMarks`. */
  reached: number[];
};
const videos = loadQuery<VideoRow>('videos');

/** How each video was watched between two days, both inclusive, or ever. */
export async function readVideoStats(snapshot: Snapshot, from?: string, to?: string): Promise<VideoStats[]> {
  return describeVideos(await videos(snapshot, [from ?? null, to ?? null, watchMarks]));
}

export function describeVideos(rows: VideoRow[]): VideoStats[] {
  return rows.map((row) => ({
    ...row,
    averageWatchTime: Math.round(row.totalWatchTime / row.views),
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

/** Without a prototype V8 uses a dictionary right away; otherwise it would create a hidden class per page. */
function emptyStats(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

/** Average per day, to one decimal. */
export function averageDaily(total: number, days: number): number {
  return Math.round((total / days) * 10) / 10;
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
/** One dashboard needs hundreds of names of a few dozen countries. */
const cache = new Map<string, string>();

/** English name of an ISO 3166-1 alpha-2 code; the worker stores `ZZ` if the country is unknown. */
export function countryName(code: string): string {
  if (code === 'ZZ') return 'Unknown';
  let name = cache.get(code);
  if (name === undefined) cache.set(code, (name = names.of(code) ?? code));
  return name;
}

/** The same rows, with the country's name for its code. */
export function withCountryNames<Row extends { country: string }>(rows: Row[]): Row[] {
  return rows.map((row) => ({ ...row, country: countryName(row.country) }));
}

/** Seven days from Monday of 24 hours each; `weekday` is 1 to 7. */
export function hoursOfWeek(rows: { weekday: number; hour: number; count: number }[]): HoursOfWeek {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { weekday, hour, count } of rows) week[weekday - 1]?.splice(hour, 1, count);
  return week;
}
