import type { Analytics } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { inSnapshot, question, together } from './query.js';
import { readRecentBots, readRecentVideoViews, readRecentVisitors } from './read-recent.js';
import { countryStats, pageStats, readVideoStats, type CountryRow, type PageRow } from './read-stats.js';
import { readHours, readMonths, readSummary } from './read-summary.js';

const countries = question<CountryRow>('countries');
const pages = question<PageRow>('pages');

/**
 * Everything the owner's dashboard shows, as of `now`, from rollups and three short index scans: its cost does
 * not grow with the number of visits. One snapshot, so that the figures agree with each other.
 */
export async function readAnalytics(db: DataSource, now: Date, timeZone: string): Promise<Analytics> {
  return inSnapshot(db, (snapshot) =>
    together({
      summary: readSummary(snapshot, now, timeZone),
      monthlyStats: readMonths(snapshot, now, timeZone),
      countryStats: countries(snapshot).then(countryStats),
      pageStats: pages(snapshot).then(pageStats),
      hourlyStats: readHours(snapshot, now, timeZone),
      videoStats: readVideoStats(snapshot),
      recentVideoViews: readRecentVideoViews(snapshot, timeZone),
      recentVisitors: readRecentVisitors(snapshot, timeZone),
      recentBots: readRecentBots(snapshot, timeZone),
      asOf: now.toISOString(),
    }),
  );
}
